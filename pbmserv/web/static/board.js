// The board: touching goes on without a new page, keys move about, and what happens is said aloud.
// Everything here works without this script, too: each place is a link, each move a form of its own.

const FRAGMENT = "text/vnd.pbmserv.board+html";
const PARTS = ["frame", "turn", "seats", "walk", "remarks", "again", "more"];
const game = document.getElementById("game");
const live = document.getElementById("live");
const board = `/${game.dataset.game}/${game.dataset.board}`;
const MOST_SECONDS = 30; // to wait for an answer, and before the server is asked again
let newest = 0;
let coming = null; // the address that was asked for last, until it is shown

const part = (id) => document.getElementById(id);
const places = () => [...part("frame").querySelectorAll("a[data-place]")];
const pathOf = (address) => address.split("?")[0];
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
function tellTrouble(words, address = "", called = "") {
  const line = part("trouble") ?? document.createElement("p");
  [line.id, line.className, line.textContent] = ["trouble", "note", words];
  if (address) line.append(" ", Object.assign(document.createElement("a"), {href: address, textContent: called}));
  if (!line.isConnected) part("turn").prepend(line);
  say(words);
}

// What the server answers: a fragment of the page, or where to go. Where there is no network, or the server is too busy,
// it is asked again and again.
async function reach(address, options, isWanted) {
  for (let wait = 1; isWanted(); wait = Math.min(2 * wait, MOST_SECONDS)) {
    let [trouble, seconds] = ["No connection to the server.", wait];
    try {
      const signal = AbortSignal.timeout(MOST_SECONDS * 1000);
      const answer = await fetch(address, {credentials: "same-origin", headers: {Accept: FRAGMENT}, signal, ...options});
      if (answer.status !== 429 && answer.status < 500) return await read(answer);
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

// A fragment as a document, or the address that the server sends to; neither for any other page.
async function read(answer) {
  const isFragment = answer.headers.get("Content-Type")?.startsWith(FRAGMENT);
  const [text, to] = [await answer.text(), answer.headers.get("Location")];
  return {page: isFragment ? new DOMParser().parseFromString(text, "text/html") : null, to, isDone: answer.ok};
}

async function show(address, {focus = null, leave = true} = {}) {
  const mine = ++newest;
  coming = address;
  game.setAttribute("aria-busy", "true");
  const answer = await reach(address, {}, () => mine === newest);
  if (answer === null || mine !== newest) return;
  coming = null;
  game.removeAttribute("aria-busy");
  if (answer.page) put(answer.page, focus);
  else if (answer.to) await go(answer.to);
  // The server has answered, with another page than the board.
  else if (leave) location.assign(address);
  else tellTrouble("Something has happened on this board. Please load this page again.");
}

// Where the server sends to: another view of this board is shown in place.
function go(to) {
  if (pathOf(to) === board) return show(to);
  location.assign(to);
}

// Puts a fragment in place of what is shown, without the parts named in `left`, and says what has happened.
function put(page, focus, left = []) {
  const now = page.getElementById("game").dataset;
  if (!left.length) history.replaceState(null, "", now.address);
  const said = part("remarks")?.childElementCount;
  const [asked, again] = [pathOf(now.address) === pathOf(game.dataset.address) && proposal(), rematch()];
  const before = focused();
  for (const id of PARTS.filter((each) => !left.includes(each))) {
    const fresh = page.getElementById(id);
    if (!fresh || !part(id)) continue;
    if (id === "more") inherit(fresh, part(id));
    part(id).replaceWith(document.adoptNode(fresh));
  }
  Object.assign(game.dataset, now);
  document.title = (document.title.match(/^\(\d+\) /)?.[0] ?? "") + document.title.replace(/^.*(?= · )/, page.title);
  const told = note(page.getElementById("said")?.textContent);
  arrange(focus ?? before?.place ?? null);
  if (focus === null) before?.heir?.()?.focus({preventScroll: true});
  const heard = part("remarks")?.childElementCount > said ? part("remarks").lastElementChild.textContent : "";
  const answered = asked ? note(answerTo(asked)) : "";
  const refused = part("turn").querySelector("[role=alert]")?.textContent;
  say([told, now.say, refused, answered, rematch() === again ? "" : rematch(), heard].filter(Boolean).join(". "));
}

// A sentence below the headline.
function note(words) {
  if (!words) return "";
  const line = document.createElement("p");
  [line.className, line.textContent] = ["note", words];
  part("headline").after(line);
  return words;
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
  return moves > asked.moves ? asked.moved : moves < asked.moves ? asked.done : asked.refused;
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
  return {heir: () => [...part(id).querySelectorAll(at.tagName)].find((each) => looks(each) === looks(at)) ?? (at.id === "confirm" ? part("next-game") : null) ?? part("frame")};
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
  const byHand = event.detail > 0 && frame.contains(event.target);
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
  event.preventDefault();
  if (form.matches("[data-get]")) show(`${board}?${new URLSearchParams(new FormData(form))}`, {focus: ""});
  else if (!form.dataset.sent) send(form, event.submitter);
});

// What is asked of the server is done once, however often it has to be asked: the word in `once` tells it.
async function send(form, button) {
  form.dataset.sent = "yes";
  game.setAttribute("aria-busy", "true");
  const fields = new URLSearchParams(new FormData(form, button));
  fields.set("once", [...crypto.getRandomValues(new Uint32Array(4))].join("-"));
  const answer = await reach(form.action, {method: "POST", body: fields}, () => form.isConnected);
  if (answer === null) return;
  ++newest;
  coming = null;
  game.removeAttribute("aria-busy");
  delete form.dataset.sent;
  part("trouble")?.remove();
  if (answer.to?.startsWith("/sign-in")) tellTrouble("Nothing was done: you are not signed in any more.", answer.to, "Sign in");
  else if (answer.to) await go(answer.to);
  else if (!answer.page) tellTrouble("Nothing was done: this page is out of date.", game.dataset.address, "Load it again");
  else {
    if (answer.isDone && fields.get("do") === "chat") form.querySelector("textarea").value = "";
    put(answer.page, null);
  }
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

addEventListener("resize", () => part("frame").classList.toggle("small", isTooSmall()));

// The opponent has moved, or said something: what is on the page is shown as it is now, moves that are walked through
// and a piece that is in the hand, too. Where somebody is typing about a move, only the rest is.
document.addEventListener("pbmserv:changed", async () => {
  if (coming !== null) return show(coming, {leave: false});
  const at = document.activeElement;
  if (!part("turn").contains(at) || !isTyping(at) || !at.value) return show(game.dataset.address, {leave: false});
  const [mine, seen] = [newest, game.dataset.seen];
  const answer = await reach(game.dataset.address, {}, () => mine === newest);
  if (!answer?.page || mine !== newest) return;
  put(answer.page, null, ["frame", "turn"]);
  if (game.dataset.seen !== seen) tellTrouble("The board has changed meanwhile.", game.dataset.address, "Show it");
});

document.documentElement.classList.add("scripted");
arrange(null);
