"""Catalogs of languages: what has to be translated, found in the source, and what has been.

python -m translations            # bring the catalogs up to date with the source, and compile them
python -m translations --check    # tell what is missing, and fail if a finished language misses anything
"""
