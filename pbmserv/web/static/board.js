// The board: touching goes on without a new page, keys move about, and what happens is said aloud.
// Everything here works without this script, too: each place is a link, each move a form of its own.

import {arrange as arrangeTouches, atRest, listen, need, touch} from "./hand.js";
import {arrangeSquares, press, squareAt} from "./keys.js";
import {told as worded} from "./words.js";
import {addressOf, inFrame, isOverPicture, linkTo, measured, middle as centre, nameOf, takeBack, tree, wordsOf} from "./touch.js";

const FRAGMENT = "text/vnd.pbmserv.board+html";
const PARTS = ["sides", "frame", "side-below", "turn", "seats", "steps", "walk", "typing", "remarks", "more"];
const game = document.getElementById("game");
const live = document.getElementById("live");
const board = `/${game.dataset.game}/${game.dataset.board}`;
const MOST_SECONDS = 30; // to wait for an answer, and before the server is asked again
const MOST_AHEAD = 200; // steps that were fetched ahead
const MOST_SLIDING = 12; // pieces: where more have moved, it is another position
const FOR_WHAT_IS_DRAWN = 1000; // milliseconds to wait until it is kept
const STEP_EVERY = 120; // milliseconds, while a key is held down or the wheel turns
const WHEEL = 50; // pixels by which it would scroll
const SECOND_TOUCH = 1500; // milliseconds after the first one: of a piece, and of where it goes
const ABOUT_MOVES = new Set(["move", "queue", "draw", "try", "forget"]);
let newest = 0;
const ahead = new Map(); // what the server has answered, or is going to, of the steps from here, by address
let [stepped, wheeled] = [0, 0]; // when the last step was made, and how far the wheel has turned since
let coming = null; // the address that was asked for last and where the focus goes, until it is shown
let [showing, sending] = [Promise.resolve(), Promise.resolve()]; // end when what was asked for last is on the page
let changes = 0; // that were told of
let kept = Promise.resolve(); // ends when all that was drawn is kept
let refreshes = 0;
let [gone, touched] = ["", 0]; // where a piece has gone by itself, and when it was touched
let dragged = null; // the touches that dragging a piece has made, and how many there were before
let drawing = null; // what draws arrows and marks, once there was need of it
let unsent = ""; // words that somebody wants to send with a move
let isByPointer = false; // has what is in focus been touched by mouse or finger?

const part = (id) => document.getElementById(id);
const pathOf = (address) => address.split(/[?#]/)[0];
// The address of what is shown, or about to be.
const wanted = () => new URL(coming?.[0] ?? game.dataset.address, location.href);
const isTyping = (target) => target.closest("input, textarea, select, [contenteditable]") !== null;

function say(words) {
  live.textContent = words;
}

// Several sentences in one text, whether they end with a full stop or not.
const sentences = (all) => all.filter(Boolean).map((each) => each.trim().replace(/[^.!?…]$/, "$&.")).join(" ");

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

// Whatever is asked waits a little until what was drawn and tried out is kept.
async function ask(address, options = {}) {
  if (!options.keepalive) await Promise.race([kept, new Promise((wake) => setTimeout(wake, FOR_WHAT_IS_DRAWN))]);
  const signal = AbortSignal.timeout(MOST_SECONDS * 1000);
  return fetch(address, {credentials: "same-origin", headers: {Accept: FRAGMENT}, signal, ...options});
}

// What the server answers: a fragment of the page, or where to go. Where there is no network, or the server is too busy,
// it is asked again and again.
async function reach(address, options, isWanted) {
  for (let wait = 1; isWanted(); wait = Math.min(2 * wait, MOST_SECONDS)) {
    let [trouble, seconds] = ["noConnection", wait];
    try {
      const drawn = kept, answer = await ask(address, options);
      if (answer.status !== 429 && answer.status < 500) {
        const all = await read(answer);
        await atRest();
        part("trouble")?.remove();
        // An answer that is older than what was drawn would take it from the board.
        if (!options.method && kept !== drawn) continue;
        return all;
      }
      trouble = "busy";
      seconds = Math.max(wait, Number(answer.headers.get("Retry-After")) || 0);
    } catch {
      // There is no other way to learn that the network has failed.
    }
    if (!isWanted()) break;
    game.removeAttribute("aria-busy");
    tellTrouble(`${worded(trouble)} ${worded("tryingAgain", {seconds})}`);
    await pause(seconds);
  }
  return null;
}

// A fragment, or the address that the server sends to; neither for any other page.
async function read(answer) {
  const isFragment = answer.headers.get("Content-Type")?.startsWith(FRAGMENT);
  const [text, to] = [await answer.text(), answer.headers.get("Location")];
  return {text: isFragment ? text : null, to, isDone: answer.ok};
}

const parsed = (text) => new DOMParser().parseFromString(text, "text/html");

// The steps from here are fetched before anybody wants them, so that a step needs no waiting.
function fetchAhead() {
  if (ahead.size > MOST_AHEAD) ahead.clear();
  for (const {href} of part("steps").querySelectorAll("a[rel=prev], a[rel=next]")) {
    if (!ahead.has(href)) ahead.set(href, fetchOnce(href));
  }
}

// The fragment at an address, or null: where it is wanted, it is asked for again.
async function fetchOnce(address) {
  try {
    const answer = await ask(address);
    return answer.ok ? (await read(answer)).text : null;
  } catch {
    return null;
  }
}

// What was fetched ahead, if the board stands as it did then and its reader is the same.
async function known(address) {
  const text = await ahead.get(address);
  const page = text ? parsed(text) : null, now = page?.getElementById("game").dataset;
  if (now && now.state === game.dataset.state && now.reader === game.dataset.reader) return page;
  ahead.delete(address);
  return null;
}

const show = (...what) => (showing = bring(...what));

async function bring(address, focus = null) {
  const mine = ++newest;
  coming = [address, focus];
  game.setAttribute("aria-busy", "true");
  const page = await known(address);
  const answer = page ? {} : await reach(address, {}, () => mine === newest);
  if (page) await atRest();
  if (answer === null || mine !== newest) return;
  coming = null;
  game.removeAttribute("aria-busy");
  if (page) {
    put(page, focus);
    // What was fetched may be old, where events do not come through.
    if (pathOf(game.dataset.address) === board) await refresh();
  } else if (answer.text) {
    const shown = parsed(answer.text);
    if (!isForAnother(shown)) put(shown, focus);
  } else if (answer.to) await go(answer.to);
  // The server has answered, with another page than the board.
  else location.assign(address);
}

// A session that has ended, here or in another tab, takes nothing from the board without a word.
function isForAnother(page) {
  const {reader} = game.dataset, now = page.getElementById("game").dataset.reader ?? "";
  if (!reader || now === reader) return false;
  if (now) tellTrouble(worded("signedInAs", {player: now}), board, worded("showBoard"));
  else tellTrouble(worded("signedOut"), `/sign-in?to=${board}`, worded("signIn"));
  return true;
}

// Where the server sends to: another view of this board is shown in place.
function go(to) {
  if (/^(\/\d+)?$/.test(pathOf(to).replace(board, ""))) return show(to);
  // Nobody wants to go back to a board that was not begun.
  if (isNaN(game.dataset.board)) return location.replace(to);
  keepAddress(board);
  location.assign(to);
}

// Puts a fragment in place of what is shown, without the parts named in `left`, and says what has happened.
function put(page, focus, left = []) {
  const now = page.getElementById("game").dataset, isTurned = now.flipped !== game.dataset.flipped;
  if (now.state !== game.dataset.state || isTurned) ahead.clear();
  if (!left.length) keepAddress(now.address);
  const [lay, isMoved] = [lying(), Number(now.moves) > Number(game.dataset.moves)];
  const said = part("remarks")?.childElementCount;
  const [asked, again] = [pathOf(now.address) === pathOf(game.dataset.address) && proposal(), rematch()];
  unsent = part("comment")?.value ?? unsent;
  const told = page.getElementById("said")?.textContent;
  const before = focused(), answer = [...page.querySelectorAll(".answer")].find((each) => each.childElementCount);
  for (const id of PARTS.filter((each) => !left.includes(each))) {
    const fresh = page.getElementById(id);
    if (!fresh || !part(id)) continue;
    if (id === "more" || id === "walk") inherit(fresh, part(id));
    if (id === "turn") keepCommand(fresh, part(id));
    part(id).replaceWith(document.adoptNode(fresh));
  }
  const field = part("comment");
  if (field && unsent) {
    field.value = unsent;
    field.closest("details").open = true;
  }
  Object.assign(game.dataset, now);
  // A board of tiles grows, and is laid out by its new shape.
  game.className = page.getElementById("game").className;
  if (!part("shapes")) document.head.append(page.getElementById("shapes") ?? "");
  document.title = (document.title.match(/^\(\d+\) /)?.[0] ?? "") + document.title.replace(/^.*(?= · )/, page.title);
  arrange(focus ?? before?.square ?? null, focus === null);
  if (focus === null) before?.heir?.()?.focus({preventScroll: true});
  const last = part("remarks")?.childElementCount > said ? part("remarks").lastElementChild : null;
  const heard = [...(last?.querySelectorAll(":scope > p") ?? [])].map((each) => each.textContent).join(" ");
  const answered = asked ? note(answerTo(asked)) : "";
  const refused = part("turn").querySelector(":scope > [role=alert]")?.textContent, beside = showAnswer(answer);
  if (!isTurned) slide(lay);
  drawMarks();
  if (isMoved) {
    document.querySelector("#awaited > .said:not(.over)")?.remove();
    sound();
  }
  keepLine();
  fetchAhead();
  say(sentences([told, beside, beside ? "" : now.say, refused, answered, rematch() === again ? "" : rematch(), heard]));
}

// What a form far from the top has led to is shown beside it, where somebody has just tapped.
function showAnswer(answer) {
  if (!answer) return "";
  if (answer.ownerDocument !== document) part(answer.id)?.replaceWith(answer);
  answer.focus({preventScroll: true});
  answer.scrollIntoView({block: "nearest"});
  return answer.textContent;
}

// Who chooses a position far below the board sees it. A board that is higher than the window is read on below.
function bringIntoView() {
  const {top, bottom} = part("frame").getBoundingClientRect(), isHigh = bottom - top > innerHeight;
  if (isHigh ? bottom > innerHeight / 2 : top >= 0) return;
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  scrollTo({top: 0, behavior: isStill ? "instant" : "smooth"});
}

// One entry in the history for a board, whatever was looked at on it. Some browsers take only so many changes at once.
function keepAddress(address) {
  try {
    history.replaceState(null, "", address);
  } catch {
    // The next step tries again.
  }
}

// The pieces on the board: how each looks, and where it lies in units of the picture.
function lying() {
  const units = measured();
  return inFrame("[data-on]").map((each) => {
    // Where a shape begins is no part of its look.
    const shape = each.getAttribute("d")?.replace(/^M[^a-z]*(?=[a-z])/, ""), [x, y] = units(centre(each));
    return {each, look: [each.parentNode.getAttribute("class"), shape, each.matches("text") ? each.lastChild.data : ""].join(), x, y};
  });
}

// What has moved slides to where it lies now, and what is new appears.
function slide(before) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const named = ({look, x, y}) => `${look} ${Math.round(x)} ${Math.round(y)}`;
  const after = lying(), [then, now] = [before, after].map((all) => new Set(all.map(named)));
  const gone = before.filter((each) => !now.has(named(each))), come = after.filter((each) => !then.has(named(each)));
  if (come.length > MOST_SLIDING) return;
  for (const {each, look, x, y} of come) {
    const from = gone.findIndex((other) => other.look === look);
    const [old] = from < 0 ? [] : gone.splice(from, 1);
    each.animate(old ? {translate: [`${old.x - x}px ${old.y - y}px`, "0px 0px"]} : {opacity: [0, 1]}, {duration: 220, easing: "ease-out"});
  }
}

// What few want is fetched by who does.
const withModule = (name, act) => (need(name, act) ? act(need(name)) : null);
const sound = () => part("sound")?.checked && withModule("sound", ({knock}) => knock());

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
  return [...(part("rematch")?.querySelectorAll(":scope > p") ?? [])].map((each) => each.textContent).join(" ");
}

// What is unfolded stays so, and so does what somebody has typed.
function inherit(now, before) {
  const called = (each) => each.querySelector("summary").textContent;
  const folds = (of) => [of, ...of.querySelectorAll("details")].filter((each) => each.matches("details"));
  const unfolded = new Set(folds(before).filter((each) => each.open).map(called));
  for (const each of folds(now)) each.open ||= unfolded.has(called(each));
  const [typed, field] = [before.querySelector("#queue"), now.querySelector("#queue")];
  if (typed && field) field.value = typed.value;
}

// Who has unfolded the command of a move sees that of the next one, too.
let isUnfolded = false;
function keepCommand(now, before) {
  isUnfolded = before.querySelector(".command")?.open ?? isUnfolded;
  for (const each of now.querySelectorAll(".command")) each.open = isUnfolded;
}

// What is in focus, if it is about to be replaced: a place of the board, or what looks alike in the same part.
function focused() {
  const at = document.activeElement, id = PARTS.find((each) => part(each)?.contains(at));
  if (!id) return null;
  if (squareAt(at) && nameOf(at)) return {square: [nameOf(at)]};
  if (at.closest("#moves")) return {heir: () => document.querySelector("#moves [aria-current]") ?? part("moves")};
  const looks = (each) => `${each.id} ${each.textContent.trim()}`;
  return {heir: () => [...part(id).querySelectorAll(at.tagName)].find((each) => looks(each) === looks(at)) ?? (at.id === "confirm" ? part("next-game") : null) ?? part("frame")};
}

// Puts the focus on the first of the squares named in `focus` that can be touched, or that is there, if it `stays`.
function arrange(focus, stays = false) {
  const at = arrangeSquares(focus ?? [], stays);
  // Who has clicked needs no ring around a place: it looks as if that were touched.
  if (focus !== null) (at ?? part("confirm") ?? part("frame")).focus({preventScroll: Boolean(at), focusVisible: at && isByPointer ? false : undefined});
  centreCurrent();
  arrangeTouches();
}

// The move that is shown is in the middle of the list of moves, and of the lines that were tried out.
function centreCurrent() {
  for (const current of document.querySelectorAll(".moves [aria-current], .turn > .lines [aria-current]")) {
    // Its offsetTop is that within its cell.
    const around = current.closest(".moves, .turn > .lines"), [[x, y], [toX, toY]] = [current, around].map(centre);
    around.scrollBy(x - toX, y - toY);
  }
}

// Touches these places one after the other; a piece that was dragged, after so many touches `before`, lies there already. What is touched while something
// is on its way is touched on the board that comes of it, but not played unasked on one that nobody has seen.
async function follow(names, before = null) {
  const {seen} = game.dataset, frame = part("frame"), at = performance.now(), isDragged = before !== null;
  // One that is let go where it was leaves what has been.
  if (!isDragged || names.join(" ") !== dragged?.touches) dragged = isDragged ? {touches: names.join(" "), before} : null;
  await Promise.allSettled([sending]);
  // Without the tree, the places that come next are those that the server shows.
  while (coming !== null && (!tree() || isTriedWhole())) await showing;
  if (isDragged && frame === part("frame")) await show(addressOf(names), names.slice(-1));
  else for (const name of names) {
    // A piece that could go to one place only is there already.
    if (name === gone && at - touched < SECOND_TOUCH) continue;
    const link = linkTo(name);
    if (!link) return;
    const address = link.href.baseVal ?? link.href;
    [gone, touched] = [touch(name), at];
    await show(address, [name]);
  }
  if (seen === game.dataset.seen && game.dataset.confirm === "no" && part("confirm")) send(part("confirm").form, null);
}

// Is a move that is tried out whole, so that what is touched next is for the other side?
const isTriedWhole = () => part("turn").matches(".tries") && part("frame").matches(".whole");

game.addEventListener("click", (event) => {
  const link = event.target.closest("a"), square = squareAt(event.target);
  if (square?.matches("g") && coming !== null && isTriedWhole()) return follow([nameOf(square)]);
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const isPlace = link.matches("a[data-place], a[data-anew]");
  if (!isPlace && !link.matches("[data-part], #moves a")) return;
  event.preventDefault();
  if (isPlace) follow([nameOf(link)]);
  else if (link.matches("[data-back]")) stepBack() && showing.then(bringIntoView);
  else show(link.href).then(bringIntoView);
});

game.addEventListener("submit", async (event) => {
  let {target: form, submitter: button} = event;
  event.preventDefault();
  if (form.matches("[data-get]")) {
    await show(`${board}?${new URLSearchParams(new FormData(form))}`, []);
    return bringIntoView();
  }
  if (form === part("confirm")?.form && coming !== null) {
    // What was touched last is meant, and about to be shown: on this board, not on one that nobody has seen.
    const number = [...form.elements].indexOf(button), {seen} = game.dataset;
    while (coming !== null) await showing;
    if (seen !== game.dataset.seen) return;
    form = part("confirm")?.form;
    button = form?.elements[number];
  }
  if (form && !form.dataset.sent) send(form, button);
});

// Takes back what was touched last, or dragged, whether the server has answered or not, but nothing that has been sent.
// The focus of who did so by a key is where it was touched. Gives whether there was anything to take back.
function stepBack(isByKey = false) {
  const params = wanted().searchParams, link = game.querySelector("[data-back]");
  if (part("confirm")?.form.dataset.sent) return false;
  // The page shows what leads back from what was touched before.
  if (coming !== null && !params.has("touch") && !params.has("move")) return false;
  if (coming === null && !link) return false;
  const touches = wordsOf(coming === null ? part("frame").dataset.touched : params.get("touch"));
  const isDragged = dragged && `${touches.join(" ")} `.startsWith(`${dragged.touches} `), left = touches.slice(0, isDragged ? dragged.before : -1);
  if (coming !== null) takeBack(left);
  show(coming === null && !isDragged ? link.href : addressOf(left), isByKey ? touches.reverse() : null);
  return true;
}

// What is asked of the server is done once, however often it has to be asked: the word in `once` tells it.
const send = (...what) => (sending = carryOut(...what));

async function carryOut(form, button) {
  // In the next move, the same piece may be touched at once.
  gone = "";
  form.dataset.sent = "yes";
  game.setAttribute("aria-busy", "true");
  const fields = new URLSearchParams(new FormData(form, button));
  fields.set("once", [...crypto.getRandomValues(new Uint32Array(4))].join("-"));
  const wasOn = game.dataset.status === "active", before = changes, isInBar = part("steps").contains(form);
  let {action} = form;
  // What is asked for beside a move leaves the one that has been begun as it is.
  if (!ABOUT_MOVES.has(fields.get("do")) && wanted().pathname === board) {
    action = board + wanted().search;
    // Not all forms are replaced when the board is.
    if (!part("turn").contains(form)) fields.set("seen", game.dataset.seen);
  }
  const answer = await reach(action, {method: "POST", body: fields}, () => form.isConnected);
  // What happened while the answer was on its way is caught up on, however it was answered.
  if (answer === null) return changes !== before && catchUp();
  ++newest;
  coming = null;
  game.removeAttribute("aria-busy");
  delete form.dataset.sent;
  ahead.clear();
  for (const each of document.querySelectorAll(".answer")) each.replaceChildren();
  const isSignedOut = answer.to?.startsWith("/sign-in"), isOutOfDate = !answer.to && !answer.text;
  if (!isSignedOut && !isOutOfDate) {
    // What has been said is not said again.
    for (const each of answer.isDone ? form.querySelectorAll("[name=comment]") : []) each.value = "";
    // Who has planned an answer may have read far below.
    if (isInBar) scrollTo(0, 0);
    if (answer.to) return go(answer.to);
    put(parsed(answer.text), null);
    // Who has given the game up did so there, too.
    if (wasOn && game.dataset.status !== "active") scrollTo(0, 0);
  }
  if (changes !== before) await catchUp();
  if (isSignedOut) tellTrouble(worded("notDoneSignedOut"), answer.to, worded("signIn"));
  if (isOutOfDate) tellTrouble(worded("notDoneOutOfDate"), game.dataset.address, worded("load"));
}

document.addEventListener("pointerdown", () => (isByPointer = true), true);
document.addEventListener("keydown", (event) => {
  if (isTyping(event.target) || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "Tab") isByPointer = false;
  // Who has clicked on the board walks through the moves by arrows as before: these are for a focus that came by keys.
  const square = isByPointer ? null : squareAt(event.target);
  const said = square && event.key !== "Escape" ? press(square, event.key) : null;
  const steps = {ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last"};
  if (event.key === "Escape") {
    if (!stepBack(true)) return;
  } else if (said !== null) {
    say(said);
  } else if ((event.key === "n" && game.dataset.next) || (event.key === "p" && game.dataset.previous)) {
    go(event.key === "n" ? game.dataset.next : game.dataset.previous);
  } else if (event.key in steps) {
    const link = stepTo(steps[event.key]);
    if (!link && !part("turn").matches(".tries")) return;
    if (isByPointer) squareAt(event.target)?.blur();
    if (link && (!event.repeat || mayStep(event))) step(link, event);
  } else return;
  event.preventDefault();
});

const stepTo = (rel) => part("steps").querySelector(`a[rel=${rel}]`);
const mayStep = ({timeStamp}) => coming === null && timeStamp - stepped >= STEP_EVERY;

function step(link, {timeStamp}) {
  stepped = timeStamp;
  show(link.href).then(bringIntoView);
}

// The wheel over the picture of a board that is wholly in sight, with nothing below it, walks through the moves. A move that has been
// begun stays.
game.addEventListener("wheel", (event) => {
  const {deltaY, ctrlKey, shiftKey, clientX, clientY} = event, sheet = event.target.closest(".game:not(.long) svg.sheet"), ways = ["prev", "next"].map(stepTo);
  if (!sheet || !deltaY || ctrlKey || shiftKey || !ways.some(Boolean) || moveBegun() || !isOverPicture(clientX, clientY)) return;
  const {top, bottom} = sheet.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight || !matchMedia("(min-width: 60rem)").matches) return;
  event.preventDefault();
  const link = ways[Number(deltaY > 0)];
  // A touchpad tells of a hundred small ways.
  wheeled = Math.sign(wheeled) === Math.sign(deltaY) ? wheeled + deltaY : deltaY;
  if (!link || Math.abs(wheeled) < WHEEL || !mayStep(event)) return;
  wheeled = 0;
  step(link, event);
}, {passive: false});

// Squares that cannot be touched are for keys alone.
game.addEventListener("mousedown", (event) => event.target.closest(".touches > g") && event.preventDefault());
addEventListener("resize", () => {
  arrangeTouches();
  centreCurrent();
});
listen(game, follow);

// Arrows and marks are drawn by the right button of a mouse, and while moves are tried out by any finger, too.
const marks = () => need("marks", startDrawing);
const drawMarks = () => (part("drawing") || game.dataset.drawn || drawing ? marks()?.show(game) : null);
game.addEventListener("pointerover", ({pointerType}) => pointerType === "mouse" && marks());

function startDrawing(module) {
  drawing = module;
  module.listen(game, keep);
  drawMarks();
}

// One after the other is sent, and none is waited for: not even by who leaves.
function keep(form) {
  ahead.clear();
  const [address, body] = [form.action, new URLSearchParams(new FormData(form))];
  kept = kept.then(() => reach(address, {method: "POST", body, keepalive: true}, () => true)).then((answer) => {
    if (answer.isDone && answer.text) return;
    const why = answer.text && parsed(answer.text).querySelector("#turn [role=alert] p")?.textContent;
    tellTrouble(why || worded("notKept"), game.dataset.address, worded("load"));
  });
}

// What is tried out is kept without being asked for.
function keepLine() {
  const form = part("keep-line")?.form;
  if (form) keep(form);
}

// What is on the page is shown as it is now, moves that are walked through and a piece that is in the hand, too. Where
// somebody is typing about a move, only the rest is.
async function refresh() {
  const [mine, which] = [newest, ++refreshes], {address, seen, state} = game.dataset;
  // Of two things that happen one right after the other, the answer about the first may come last.
  const isWanted = () => mine === newest && which === refreshes;
  const answer = await reach(address, {}, isWanted);
  if (!answer || !isWanted()) return;
  if (!answer.text) return answer.to ? go(answer.to) : tellTrouble(worded("happened"), board, worded("show"));
  const page = parsed(answer.text), at = document.activeElement, now = page.getElementById("game").dataset;
  if (isForAnother(page)) return;
  if (now.state === state) return;
  // What was begun at another position is not taken for a move at this one. A proposal does not change it.
  const begun = positionOf(now.seen) === positionOf(seen) && now.status === "active" ? "" : moveBegun();
  if (begun) {
    await show(board);
    return say(sentences([note(worded("notPlayed", {move: begun})), game.dataset.say]));
  }
  const isInTheMidst = ["turn", "typing"].some((id) => part(id).contains(at)) && isTyping(at) && at.value;
  put(page, null, isInTheMidst ? ["frame", "turn", "typing"] : []);
  if (isInTheMidst && game.dataset.seen !== seen) tellTrouble(worded("changed"), address, worded("show"));
}

const positionOf = (seen) => seen.split("-", 2).join("-");

// The move that has been begun and not confirmed, in words; trying out moves begins none.
function moveBegun() {
  if (part("turn").matches(".tries")) return "";
  return part("confirm") ? part("headline").dataset.move : part("frame").dataset.touched;
}

// The opponent has moved, or said something.
document.addEventListener("pbmserv:changed", () => {
  changes++;
  // What is being sent is answered with the board as it stands then. Nobody is told that it was not played.
  if (game.querySelector("form[data-sent]")) return;
  return catchUp();
});

// Shows what has happened, where the board is or where it is about to be.
const catchUp = () => (coming === null ? refresh() : show(...coming));

// A page that the browser has kept is shown as it was when somebody left it.
addEventListener("pageshow", ({persisted}) => persisted && coming === null && refresh());

// Whether there is to be a sound is a choice of this browser.
try {
  part("sound").checked = localStorage.getItem("sound") === "on";
} catch {
  // Where nothing may be kept, it is one of this page.
}
part("sound").addEventListener("change", ({target}) => {
  sound();
  localStorage.setItem("sound", target.checked ? "on" : "off");
});

document.documentElement.classList.add("scripted");
arrange(null);
drawMarks();
keepLine();
// Where the browser is never idle, they are fetched all the same.
if (window.requestIdleCallback) requestIdleCallback(fetchAhead, {timeout: 1000});
else setTimeout(fetchAhead);
document.addEventListener("click", ({target}) => target.dataset?.share && withModule("share", ({share}) => share(target)));
