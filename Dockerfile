# pbmserv as an image: docker build -t pbmserv . — compose.yaml runs it with PostgreSQL.
# Packages are those of requirements.lock, by their hashes. To pin the base image, too: docs/operating.md, In containers.

ARG PYTHON=3.11

FROM python:${PYTHON}-slim AS build
WORKDIR /src
COPY pyproject.toml README.md LICENSE requirements.lock ./
COPY pbmserv pbmserv
COPY help help
COPY migrations migrations
RUN python -m venv /opt/pbmserv \
    && /opt/pbmserv/bin/pip install --no-cache-dir --require-hashes -r requirements.lock \
    && /opt/pbmserv/bin/pip install --no-cache-dir --no-deps --no-build-isolation . \
    && /opt/pbmserv/bin/pip uninstall --yes hatchling

# What has been built, on the same Python, without the sources and what building took.
FROM python:${PYTHON}-slim
RUN useradd --system --uid 10001 --user-group --no-create-home --shell /usr/sbin/nologin pbmserv \
    && install --directory --mode=0700 --owner=pbmserv --group=pbmserv /var/lib/pbmserv
COPY --from=build /opt/pbmserv /opt/pbmserv
ENV PATH=/opt/pbmserv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PBMSERV_HOME=/var/lib/pbmserv \
    PBMSERV_SMTP_LISTEN=0.0.0.0:8025 \
    PBMSERV_WEB_LISTEN=0.0.0.0:8080 \
    PBMSERV_METRICS_LISTEN=0.0.0.0:9125 \
    PBMSERV_LOG_FORMAT=json
USER pbmserv
WORKDIR /var/lib/pbmserv
VOLUME /var/lib/pbmserv
EXPOSE 8025 8080 9125
HEALTHCHECK --interval=30s --timeout=20s --start-period=30s CMD ["pbmserv", "health"]
ENTRYPOINT ["pbmserv"]
CMD ["serve"]
