// The board: touching goes on without a new page, keys move about, and what happens is said aloud.
// Everything here works without this script, too: each place is a link, each move a form of its own.

const PARTS = ["frame", "turn", "seats", "walk", "remarks", "again", "more"];
const game = document.getElementById("game");
const live = document.getElementById("live");
const MOST_SECONDS = 30; // to wait for an answer, and before the server is asked again
let newest = 0;
let coming = null; // the address that was asked for last, until it is shown

const part = (id) => document.getElementById(id);
const places = () => [...part("frame").querySelectorAll("a[data-place]")];
const isTyping = (target) => target.closest("input, textarea, select, [contenteditable]") !== null;

function say(words) {
  live.textContent = words;
}

// Waits, but no longer than until there is a network again.
function pause(seconds) {
  return new Promise((wake) => {
    setTimeout(wake, seconds * 1000);
    addEventListener("online", wake, {once: true});
  });
}

// The board stays as it is, and says what is wrong.
function tellTrouble(words) {
  const note = part("trouble") ?? document.createElement("p");
  [note.id, note.className, note.textContent] = ["trouble", "note", words];
  if (!note.isConnected) part("turn").prepend(note);
  say(words);
}

// What the server answers. Where there is no network, or the server is too busy, it is asked again and again.
async function reach(address, options, isWanted) {
  for (let wait = 1; isWanted(); wait = Math.min(2 * wait, MOST_SECONDS)) {
    let [trouble, seconds] = ["No connection to the server.", wait];
    try {
      const signal = AbortSignal.timeout(MOST_SECONDS * 1000);
      const answer = await fetch(address, {credentials: "same-origin", signal, ...options});
      if (answer.status !== 429 && answer.status < 500) return {url: answer.url, text: await answer.text()};
      trouble = "The server is busy.";
      seconds = Math.max(wait, Number(answer.headers.get("Retry-After")) || 0);
    } catch {
      // There is no other way to learn that the network has failed.
    }
    if (!isWanted()) break;
    game.removeAttribute("aria-busy");
    tellTrouble(`${trouble} The board may be out of date. Trying again in ${seconds} s.`);
    await pause(seconds);
  }
  return null;
}

async function show(address, {keep = false, focus = null, leave = true} = {}) {
  const mine = ++newest;
  coming = address;
  game.setAttribute("aria-busy", "true");
  try {
    const answer = await reach(address, {headers: {Accept: "text/html"}}, () => mine === newest);
    if (answer === null || mine !== newest) return;
    const page = new DOMParser().parseFromString(answer.text, "text/html");
    if (!page.getElementById("frame")) throw new Error("no board there");
    // A script reads the page that the answer came from, so that moves which are tried out keep their address.
    if (!keep) history.pushState({board: true}, "", answer.url);
    const said = part("remarks")?.childElementCount;
    const [asked, again] = [proposal(), rematch()];
    const before = focused();
    for (const id of PARTS) {
      const now = page.getElementById(id);
      if (!now || !part(id)) continue;
      if (id === "more") inherit(now, part(id));
      part(id).replaceWith(document.adoptNode(now));
    }
    Object.assign(game.dataset, page.getElementById("game").dataset);
    document.title = (document.title.match(/^\(\d+\) /)?.[0] ?? "") + page.title;
    arrange(focus ?? before?.place ?? null);
    if (focus === null) before?.heir?.().focus({preventScroll: true});
    const heard = part("remarks")?.childElementCount > said ? part("remarks").lastElementChild.textContent : "";
    const answered = asked && keep ? answerTo(asked) : "";
    say([part("headline").textContent, part("turn").querySelector("[role=alert]")?.textContent, answered, rematch() === again ? "" : rematch(), heard].filter(Boolean).join(". "));
  } catch {
    // The server has answered, with another page than the board.
    if (mine === newest && leave) location.assign(address);
    else if (mine === newest) tellTrouble("Something has happened on this board. Please load this page again.");
  } finally {
    if (mine === newest) {
      coming = null;
      game.removeAttribute("aria-busy");
    }
  }
}

// A proposal that waits, with the words for what may come of it, and how many moves there are.
function proposal() {
  const note = part("turn").querySelector("[data-refused]");
  return note && {...note.dataset, moves: Number(game.dataset.moves)};
}

// What has come of a proposal that was on the page before; where the game has ended, the headline says it.
function answerTo(asked) {
  if (proposal() || game.dataset.status !== "active") return "";
  const moves = Number(game.dataset.moves);
  const words = moves > asked.moves ? asked.moved : moves < asked.moves ? asked.done : asked.refused;
  const note = document.createElement("p");
  note.className = "note";
  note.textContent = words;
  part("headline").after(note);
  return words;
}

// Who wants to play once more, in words.
function rematch() {
  return [...(part("again")?.querySelectorAll("section > p") ?? [])].map((each) => each.textContent).join(" ");
}

// What is unfolded stays so, and so does what somebody has typed.
function inherit(now, before) {
  const called = (each) => each.querySelector("summary").textContent;
  const folds = (of) => [of, ...of.querySelectorAll("details")];
  const unfolded = new Set(folds(before).filter((each) => each.open).map(called));
  for (const each of folds(now)) each.open ||= unfolded.has(called(each));
  const [typed, field] = [before.querySelector("#queue"), now.querySelector("#queue")];
  if (typed && field) field.value = typed.value;
}

// What is in focus, if it is about to be replaced: a place of the board, or what looks alike in the same part.
function focused() {
  const at = document.activeElement, id = PARTS.find((each) => part(each)?.contains(at));
  if (!id) return null;
  if (at.dataset.place) return {place: at.dataset.place};
  const looks = (each) => `${each.id} ${each.textContent.trim()}`;
  return {heir: () => [...part(id).querySelectorAll(at.tagName)].find((each) => looks(each) === looks(at)) ?? part("frame")};
}

// One place is in the order of tabs, the others are reached by the arrows.
function arrange(focus) {
  const all = places();
  const first = all.find((each) => each.dataset.place === focus) ?? all[0];
  for (const each of all) each.tabIndex = each === first ? 0 : -1;
  if (focus !== null) (first ?? part("confirm") ?? part("frame")).focus({preventScroll: all.length > 0});
  const list = part("moves"), current = list?.querySelector("[aria-current]");
  if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
  part("frame").classList.toggle("small", isTooSmall());
}

// Where the whole board is on the screen, are its places too small for a finger?
function isTooSmall() {
  const sheet = part("frame").querySelector("svg.sheet");
  return sheet !== null && Number(sheet.getAttribute("width") ?? 0) > part("frame").clientWidth + 1;
}

function zoomTo(x, y) {
  const frame = part("frame");
  const box = frame.querySelector("svg.sheet").getBoundingClientRect();
  const [right, down] = [(x - box.left) / box.width, (y - box.top) / box.height];
  frame.classList.add("near");
  const larger = frame.querySelector("svg.sheet").getBoundingClientRect();
  frame.scrollTo(right * larger.width - frame.clientWidth / 2, down * larger.height - frame.clientHeight / 2);
  say("The board is larger now. Touch the place.");
}

function follow(link) {
  show(link.href, {focus: link.dataset.place ?? link.dataset.anew ?? null});
}

game.addEventListener("click", (event) => {
  const link = event.target.closest("a");
  const frame = part("frame");
  const byHand = event.detail > 0 && event.target.closest("svg.sheet") !== null;
  if (byHand && frame.classList.contains("small") && !frame.classList.contains("near")) {
    event.preventDefault();
    zoomTo(event.clientX, event.clientY);
    return;
  }
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (!link.matches("a[data-place], a[data-anew], a[data-part]")) return;
  event.preventDefault();
  follow({href: link.href.baseVal ?? link.href, dataset: link.dataset});
});

game.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.matches("[data-get]")) {
    event.preventDefault();
    show(`${form.getAttribute("action")}?${new URLSearchParams(new FormData(form))}`, {focus: ""});
    return;
  }
  const isReached = form.dataset.sent === "reached";
  if (!isReached) event.preventDefault();
  if (!form.dataset.sent) submitWhenReached(form, event.submitter);
  form.dataset.sent = "yes";
});

// A form leads to another page: to the browser's own, if it were sent without a network.
async function submitWhenReached(form, button) {
  const reached = await reach("/about", {method: "HEAD", cache: "no-store"}, () => form.isConnected);
  part("trouble")?.remove();
  if (reached === null) return;
  form.dataset.sent = "reached";
  form.requestSubmit(button);
}

const AHEAD = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};

// The nearest place in a direction; sideways counts more than straight on.
function beside(from, [right, down]) {
  const middle = (each) => {
    const box = each.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [x, y] = middle(from);
  let best = null, least = Infinity;
  for (const each of places()) {
    const [dx, dy] = [middle(each)[0] - x, middle(each)[1] - y];
    const along = dx * right + dy * down, across = Math.abs(dx * down) + Math.abs(dy * right);
    if (along > 1 && along + 2 * across < least) [best, least] = [each, along + 2 * across];
  }
  const all = places();
  return best ?? all[all.indexOf(from) + right + down] ?? from;
}

document.addEventListener("keydown", (event) => {
  if (isTyping(event.target) || event.altKey || event.ctrlKey || event.metaKey) return;
  const place = event.target.closest?.("a[data-place]");
  const steps = {ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last"};
  if (event.key === "Escape") {
    const back = part("turn").querySelector("[data-back]");
    if (part("frame").classList.contains("near")) part("frame").classList.remove("near");
    else if (back) show(back.href, {focus: place?.dataset.place ?? ""});
    else return;
  } else if (place && event.key in AHEAD) {
    const next = beside(place, AHEAD[event.key]);
    for (const each of places()) each.tabIndex = each === next ? 0 : -1;
    next.focus();
  } else if (place && (event.key === "Home" || event.key === "End")) {
    places().at(event.key === "Home" ? 0 : -1).focus();
  } else if (event.key in steps) {
    const link = part("walk").querySelector(`a[rel=${steps[event.key]}]`);
    if (!link) return;
    show(link.href);
  } else return;
  event.preventDefault();
});

addEventListener("popstate", () => show(location.href, {keep: true}));
addEventListener("resize", () => part("frame").classList.toggle("small", isTooSmall()));
addEventListener("pageshow", () => game.querySelectorAll("form[data-sent]").forEach((form) => delete form.dataset.sent));

// The opponent has moved, or said something: the board as it stands is shown, unless something was begun on this one.
document.addEventListener("pbmserv:changed", () => {
  const here = new URL(coming ?? location.href, location.href);
  const isAsItStands = here.search === "" && here.pathname.split("/").length === 3;
  const isInTheMidst = part("turn").contains(document.activeElement);
  if (isAsItStands && !isInTheMidst) show(here.href, {keep: true, leave: false});
  else say("Something has happened on this board.");
});

document.documentElement.classList.add("scripted");
arrange(null);
