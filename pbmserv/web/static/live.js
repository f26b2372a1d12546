/* Keeps an open page up to date: the server tells what has changed, and the page asks for the rest by itself.

An element with data-live (the address of a board's events) and data-state (what events call the state that it shows)
gets the event pbmserv:changed when its board stands otherwise. On a body with data-events, the title counts the boards that wait. */

const BEGINS_WITH_COUNT = /^\(\d+\) /;
const [FIRST_SECONDS, MOST_SECONDS] = [2, 60]; // before a stream that was refused is asked for again

function tell(target, name, detail) {
  target.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));
}

/* A page that nobody looks at has no stream of its own: browsers open only six connections to one server. */
function listen(address, kinds, handle, evenUnseen = false) {
  let source = null;
  let [timer, seconds] = [0, FIRST_SECONDS];
  const open = () => {
    clearTimeout(timer);
    if (source && source.readyState !== EventSource.CLOSED) return;
    source = new EventSource(address);
    source.addEventListener("open", () => (seconds = FIRST_SECONDS));
    // Browsers try again by themselves where the network fails, but not where the server is too busy for this stream.
    source.addEventListener("error", () => {
      if (source.readyState !== EventSource.CLOSED) return;
      clearTimeout(timer);
      timer = setTimeout(follow, seconds * 1000);
      seconds = Math.min(2 * seconds, MOST_SECONDS);
    });
    for (const kind of kinds) {
      source.addEventListener(kind, (event) => handle(kind, JSON.parse(event.data), event.lastEventId));
    }
  };
  const close = () => {
    clearTimeout(timer);
    if (source) source.close();
  };
  const follow = () => (evenUnseen || document.visibilityState === "visible" ? open() : close());
  document.addEventListener("visibilitychange", follow);
  addEventListener("pagehide", close);
  addEventListener("online", follow);
  addEventListener("pageshow", follow);
  follow();
}

function watchBoard(element) {
  listen(element.dataset.live, ["board"], (_kind, board, state) => {
    // The first event only says how the board stands, which is what the page shows, unless it is an older page.
    if (state !== element.dataset.state) tell(element, "pbmserv:changed", board);
  });
}

/* A board for which this page waits has begun: a link takes the place of the words that it waits. */
function showBegun(boards) {
  const place = document.getElementById("awaited");
  if (!place) return;
  const names = JSON.parse(place.dataset.waiting);
  for (const { game, board } of boards) {
    const address = `/${game}/${board}`, name = names[address];
    if (!name) continue;
    delete names[address];
    place.dataset.waiting = JSON.stringify(names);
    const offer = document.querySelector(`[data-waits="${address}"]`), list = offer?.parentElement;
    offer?.remove();
    if (list && !list.querySelector("[data-waits]")) list.remove();
    const before = place.querySelector(".said"), line = document.createElement("p");
    line.className = "said";
    // Nothing on the page moves under a finger.
    if (before) line.style.minHeight = `${before.getBoundingClientRect().height}px`;
    else line.classList.add("over");
    line.append(`${place.dataset.begun} `, Object.assign(document.createElement("a"), { href: address, textContent: name }));
    place.replaceChildren(line);
  }
}

/* A board that nobody looks at has no stream of its own, and hears of moves by that of another page. */
function showUnseen({ game, board, moves }) {
  const at = document.querySelector("[data-live]");
  if (!at || document.visibilityState === "visible" || moves === undefined) return;
  const { dataset } = at;
  if (dataset.game === game && dataset.board === `${board}` && dataset.moves !== `${moves}`) tell(at, "pbmserv:changed", {});
}

let waitingNow = 0;

function showWaiting() {
  const title = document.title.replace(BEGINS_WITH_COUNT, "");
  const wanted = waitingNow ? `(${waitingNow}) ${title}` : title;
  if (document.title !== wanted) document.title = wanted;
}

/* Of all open pages one listens, seen or not, and passes on what it hears. */
function watchMine(address) {
  const others = new BroadcastChannel("pbmserv");
  let latest = null;
  const hear = (kind, detail) => {
    latest = detail;
    waitingNow = detail.waiting;
    showWaiting();
    showBegun(detail.boards ?? [detail]);
    showUnseen(detail);
    tell(document, kind === "turn" ? "pbmserv:turn" : "pbmserv:waiting", detail);
  };
  const lead = (evenUnseen) => {
    others.onmessage = () => latest && others.postMessage({ kind: "boards", detail: latest });
    const pass = (kind, detail) => {
      hear(kind, detail);
      others.postMessage({ kind, detail });
    };
    listen(address, ["boards", "board", "turn"], pass, evenUnseen);
  };
  // Locks need TLS or this very machine; without them each page listens while it is seen.
  if (!navigator.locks) return lead(false);
  others.onmessage = ({ data }) => data.kind && hear(data.kind, data.detail);
  others.postMessage({});
  return navigator.locks.request("pbmserv-events", () => {
    lead(true);
    return new Promise(() => {});
  });
}

// Other scripts listen to these events: until all of them have run, nobody would hear.
addEventListener("DOMContentLoaded", () => {
  document.querySelectorAll("[data-live]").forEach(watchBoard);
  if (!document.body.dataset.events) return;
  watchMine(document.body.dataset.events);
  // Whoever gives the page another title does not know of the count.
  new MutationObserver(showWaiting).observe(document.querySelector("title"), { childList: true });
});
