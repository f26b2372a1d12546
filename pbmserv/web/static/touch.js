// Touching the board by hand: places light up and pieces move at once, before the server has answered; pieces are
// dragged; and where places are too small for a finger, a loupe shows which one is under it.

export const SVG = "http://www.w3.org/2000/svg";
const TOUCHABLE = "a[data-place], a[data-anew]";
const ON_BOARD = ".touches a";
const ANY = ".touches > :not(.told)";
const FROM = 6; // pixels: what moves less is a tap
const NEAR = 2; // units: shapes nearer to each other are of one piece
const OFF = "-"; // in place of a place: from the board
const SELF = "."; // in place of a place: the touched one
const NEW = "+"; // before the name of a piece that is laid
const SMALLEST = 24; // pixels, of a place for a finger
const LIT = 1500; // milliseconds
const LINGERS = 120; // milliseconds: a finger that is away sooner needs no loupe
const [WIDEST, TIMES, AWAY] = [160, 2, 34]; // pixels of the loupe, how much larger things are in it, and pixels from the finger

let held = null; // the piece in the hand, or the finger on the board
let swallows = false; // the click that follows upon what was done by hand
let wakes = [];

const frame = () => document.getElementById("frame");
export const sheet = () => frame().querySelector("svg.sheet");
export const inFrame = (selector) => [...frame().querySelectorAll(selector)];
export const nameOf = (each) => each.dataset.place ?? each.dataset.anew ?? each.dataset.name;
const lying = (place) => inFrame("[data-on]").filter((each) => each.dataset.on === place);
export const boxOf = (each) => each.getBoundingClientRect();

export const places = () => inFrame("a[data-place]:not([hidden])");
export const linkTo = (name) => inFrame(TOUCHABLE).find((each) => nameOf(each) === name);

// Nothing is put in place of the board while something is in the hand.
export const atRest = () => (held ? new Promise((wake) => wakes.push(wake)) : Promise.resolve());

function letGo() {
  clearTimeout(held.waits);
  held = null;
  // The click that follows is still for what was there.
  for (const wake of wakes.splice(0)) setTimeout(wake);
}

export function tree() {
  const data = document.getElementById("tree");
  const all = data && JSON.parse(data.textContent);
  return all === 1 ? Object.fromEntries(places().map((each) => [nameOf(each), pieceCalled(SELF) ? `+${SELF} ${SELF}` : 0])) : all;
}

const following = (node) => Object.keys(Object(node) === node ? node : {}).filter(Boolean);
const touchedSoFar = () => frame().dataset.touched.split(" ").filter(Boolean);
const has = (node, target) => Object(node) === node && Object.hasOwn(node, target);

// The last targets of the only move that is left, or null.
function only(node) {
  const rest = [];
  for (; Object(node) === node; node = node[rest.at(-1)]) {
    const all = following(node);
    if (all.length !== 1) return null;
    rest.push(all[0]);
  }
  return rest;
}

// Touches in order, as the server takes them: one that leads to no move begins another, or is passed over.
export function walk(moves, touches) {
  const begin = following(moves);
  let [touched, left] = [[], moves];
  for (const touch of touches) {
    if (has(left, touch)) [touched, left] = [[...touched, touch], left[touch]];
    else if (has(moves, touch)) [touched, left] = [[touch], moves[touch]];
    const rest = touched.length ? only(left) : null;
    if (rest) return {touched: [...touched, ...rest], following: [], others: begin, isWhole: true};
  }
  const next = following(left);
  return {touched, following: next, others: touched.length ? begin.filter((each) => !next.includes(each)) : [], isWhole: false};
}

// Shows a place as one that goes on with a move, that begins another one, or neither.
function shown(each, kind) {
  const isLink = each.tagName.toLowerCase() === "a", name = nameOf(each);
  const now = isLink === (kind !== "name") ? each : document.createElementNS(SVG, isLink ? "g" : "a");
  if (now !== each) {
    const isAt = each === document.activeElement;
    now.append(...each.childNodes);
    each.replaceWith(now);
    now.tabIndex = each.tabIndex;
    if (isLink) now.setAttribute("role", "img");
    if (isAt) now.focus({preventScroll: true});
  }
  for (const other of ["place", "anew", "name"]) delete now.dataset[other];
  now.dataset[kind] = name;
  now.classList.toggle("anew", kind === "anew");
  if (kind === "name") return;
  now.setAttribute("href", addressOf(kind === "place" ? [...frame().dataset.touched.split(" "), name] : [name]));
}

export const addressOf = (touches) => frame().dataset.touch + touches.filter(Boolean).map(encodeURIComponent).join("+");

// Lights what can follow these touches. After the last one all stays as it is, so that who cannot reach the server may
// choose again.
function light({touched, following, others, isWhole}) {
  frame().classList.toggle("whole", isWhole);
  if (!isWhole) frame().dataset.touched = touched.join(" ");
  for (const each of inFrame(ANY)) {
    const name = nameOf(each);
    const times = touched.filter((other) => other === name).length;
    if (times % 2) each.dataset.touched = "";
    else delete each.dataset.touched;
    if (!isWhole) shown(each, following.includes(name) ? "place" : others.includes(name) ? "anew" : "name");
  }
  if (isWhole) return;
  for (const each of inFrame(".choices a")) {
    each.hidden = ![...following, ...others, touched.at(-1)].includes(nameOf(each));
    each.classList.toggle("quiet", !touched.includes(nameOf(each)));
  }
}

export const middle = (each) => {
  const box = boxOf(each);
  return [box.left + box.width / 2, box.top + box.height / 2];
};
export const placeCalled = (name) => inFrame(ANY).find((each) => nameOf(each) === name);
export const unit = () => sheet().viewBox.baseVal.width / (boxOf(sheet()).width || 1);
// The sheet is measured once for all that is asked of what this returns.
export const measured = (box = boxOf(sheet()), one = unit()) => ([x, y]) => [(x - box.left) * one, (y - box.top) * one];
const unitsOf = (at) => measured()(at);
export const inUnits = (each) => unitsOf(middle(each));

const look = (each) => each.parentNode.getAttribute("class");
const isSign = (each) => look(each).startsWith("pic-sign");

// The shapes of the piece that lies uppermost on a place: its body first, then what is drawn on it.
function pieceOn(name) {
  const all = lying(name), body = all.findLast((each) => !isSign(each)) ?? all.at(-1);
  if (!body) return [];
  const [[x, y], box] = [middle(body), boxOf(body)];
  const isOn = (atX, atY) => atX > box.left && atX < box.right && atY > box.top && atY < box.bottom;
  const isNear = (atX, atY) => Math.hypot(atX - x, atY - y) < NEAR / unit();
  return all.filter((each) => isNear(...middle(each)) || (isSign(each) && isOn(...middle(each))));
}

function put(piece, x, y) {
  for (const each of piece) each.style.translate = x || y ? `${x * unit()}px ${y * unit()}px` : "";
}

// Where each of these touches brings pieces, in pairs of places: as the tree says, or from the first touch to the second.
export function slidesOf(moves, touched) {
  let [node, slides] = [moves, []];
  touched.forEach((target, number) => {
    node = node[target];
    const told = typeof node === "string" ? node : node[""];
    if (told) slides.push(told.match(/\S+ \S+/g).map((pair) => pair.split(" ").map((each) => (each === SELF ? target : each))));
    else if (told === undefined && number === 1) slides.push([[touched[0], target]]);
  });
  return slides;
}

// Shows pieces where these touches have brought them; all others lie where the server has put them.
function play(moves, touched) {
  if ("hidden" in frame().dataset) return;
  for (const each of inFrame("[data-was]")) {
    each.dataset.on = each.dataset.was;
    delete each.dataset.was;
    each.style.translate = each.style.display = "";
  }
  for (const each of inFrame("[data-laid]")) each.remove();
  for (const slides of slidesOf(moves, touched)) {
    // A king and a rook may change places.
    const pieces = slides.map(([from]) => (from.startsWith(NEW) ? null : pieceOn(from)));
    slides.forEach(([from, to], number) => (pieces[number] ? bring(pieces[number], to) : lay(from.slice(1), to)));
  }
}

function bring(piece, to) {
  const goal = placeCalled(to);
  if (!piece.length || !(goal || to === OFF)) return;
  if (!goal) return takeOff(piece);
  const looks = piece.map(look);
  takeOff(pieceOn(to).filter((each) => !looks.includes(look(each))));
  const [[x, y], [toX, toY]] = [piece[0], goal].map(middle);
  const [wasX = 0, wasY = 0] = (piece[0].style.translate || "0").split(" ").map(parseFloat);
  raise(piece);
  for (const each of piece) moved(each, to).translate = `${wasX + (toX - x) * unit()}px ${wasY + (toY - y) * unit()}px`;
}

const pieceCalled = (name) => frame().querySelector(`[data-piece="${CSS.escape(name)}"]`);

// A new piece in place of what lies there.
function lay(name, to) {
  const [piece, goal] = [pieceCalled(name), placeCalled(to)];
  if (!piece || !goal) return;
  takeOff(pieceOn(to));
  for (const each of drawn(piece, ...middle(goal))) each.dataset.laid = each.firstChild.dataset.on = to;
}

// A piece at this place of the window, above all others.
function drawn(piece, x, y) {
  const shapes = [...piece.cloneNode(true).children];
  for (const each of shapes) {
    each.setAttribute("transform", `translate(${unitsOf([x, y]).join(" ")})`);
    sheet().querySelector(".picture").append(each);
  }
  return shapes;
}

function takeOff(piece) {
  for (const each of piece) moved(each, "").display = "none";
}

function moved(each, to) {
  each.dataset.was ??= each.dataset.on;
  each.dataset.on = to;
  return each.style;
}

// Above all others, each shape in a group of its own that looks as the one it was in.
function raise(piece) {
  for (const each of piece) {
    const group = each.parentNode.cloneNode(false);
    group.append(each);
    sheet().querySelector(".picture").append(group);
  }
}

// What a touch leads to, at once; the server's answer comes later.
export function touch(name) {
  const moves = tree();
  if (!moves) return;
  const before = touchedSoFar(), {following, isWhole} = walk(moves, before);
  const isLetGo = before.at(-1) === name && !following.includes(name);
  const walked = walk(moves, isWhole ? [name] : isLetGo ? before.slice(0, -1) : [...before, name]);
  light(walked);
  if (!isWhole) play(moves, walked.touched);
}

// Are places too small for a finger?
export function isSmall() {
  return inFrame(ON_BOARD).slice(0, 400).some((each) => Math.min(boxOf(each).width, boxOf(each).height) < SMALLEST - 0.5);
}

// Do few of the free places take a piece, and nothing else is touched first?
function areFew() {
  const taken = new Set(inFrame("[data-on]").map((each) => each.dataset.on));
  const free = inFrame(ANY).filter((each) => !taken.has(nameOf(each))), open = free.filter((each) => each.matches("a"));
  return open.length === inFrame(TOUCHABLE).length && 2 * open.length < free.length;
}

// Marks what a finger drags and what it slides over, so that the page does not scroll away from under it.
export function arrange() {
  const moves = tree(), isLoupe = isSmall(), walked = moves && walk(moves, touchedSoFar());
  if (walked && !walked.isWhole) play(moves, walked.touched);
  frame().classList.toggle("small", isLoupe);
  frame().classList.remove("whole");
  frame().classList.toggle("few", areFew());
  for (const each of inFrame(TOUCHABLE)) each.classList.toggle("drags", !isLoupe && canBeDragged(moves, each));
}

const starts = (moves, each) => has(moves, nameOf(each)) && Object(moves[nameOf(each)]) === moves[nameOf(each)];
const onButton = (each) => each.querySelector("[data-piece]");
const canBeDragged = (moves, each) => starts(moves, each) && (onButton(each) || pieceOn(nameOf(each)).length > 0);

function nearest(x, y) {
  let [best, least] = [null, Infinity];
  for (const each of inFrame(ON_BOARD)) {
    const [atX, atY] = middle(each), far = Math.hypot(atX - x, atY - y);
    if (far < least) [best, least] = [each, far];
  }
  return best && least < Math.max(SMALLEST * 1.5, boxOf(best).width) ? best : null;
}

function loupe({clientX: x, clientY: y}) {
  clearTimeout(held.waits);
  const at = nearest(x, y);
  let glass = document.getElementById("loupe");
  if (!glass) {
    glass = document.createElementNS(SVG, "svg");
    glass.id = "loupe";
    glass.setAttribute("aria-hidden", "true");
    glass.append(sheet().querySelector(".picture").cloneNode(true), ...["circle", "text"].map((each) => document.createElementNS(SVG, each)));
    document.body.append(glass);
  }
  // On a narrow screen it has to be smaller: the finger never covers it.
  const wide = Math.min(WIDEST, innerWidth / 2 - AWAY);
  glass.style.width = glass.style.height = `${wide}px`;
  // What is seen glides with the finger, and the ring goes from place to place.
  const size = (wide / TIMES) * unit(), [atX, atY] = unitsOf([x, y]), [toX, toY] = at ? inUnits(at) : [atX, atY];
  glass.setAttribute("viewBox", `${atX - size / 2} ${atY - size / 2} ${size} ${size}`);
  const [, ring, name] = glass.children;
  const marks = {cx: toX, cy: toY, r: at ? (Math.min(boxOf(at).width, boxOf(at).height) / 2) * unit() : 0};
  for (const [key, value] of Object.entries(marks)) ring.setAttribute(key, value);
  name.textContent = at ? nameOf(at) : "";
  for (const [key, value] of Object.entries({x: atX, y: atY + size * .44, "font-size": size / 8})) name.setAttribute(key, value);
  // Above the finger, or beside it where there is no room: below it, the hand would lie over it.
  // It changes sides only where it has to.
  const above = y - wide - AWAY, left = x - wide - AWAY, right = x + AWAY, isAbove = above > (held.isBeside ? AWAY : 4);
  held.isLeft = left < 0 ? false : right + wide > innerWidth ? true : held.isLeft;
  held.isBeside = !isAbove;
  glass.style.left = `${isAbove ? Math.min(Math.max(x - wide / 2, 4), innerWidth - wide - 4) : held.isLeft ? left : right}px`;
  glass.style.top = `${Math.max(above, 4)}px`;
  for (const each of inFrame(".under")) each.classList.remove("under");
  at?.classList.add("under");
  return at;
}

function endLoupe() {
  document.getElementById("loupe")?.remove();
  for (const each of inFrame(".under")) each.classList.remove("under");
}

function lift(event) {
  const moves = tree(), before = touchedSoFar(), walked = walk(moves, [held.name]);
  play(moves, []);
  const {name, button, x, y} = held;
  Object.assign(held, {before, isLifted: true, piece: button ? drawn(button, x, y) : pieceOn(name)});
  frame().setPointerCapture(event.pointerId);
  frame().classList.add("drag");
  if (!button) raise(held.piece);
  // Where it has one move only, it is not made before the piece is let go there.
  const [, ...rest] = walked.touched;
  light(walked.isWhole ? {...walked, touched: [name], following: rest, isWhole: false} : walked);
}

// Where a piece is let go it is moved, if it may be; otherwise it is back where it was.
function drop(x, y) {
  const {name, button, piece, before} = held;
  const under = document.elementsFromPoint(x, y).map((each) => each.closest(".touches > a[data-place]")).find(Boolean);
  put(piece, 0, 0);
  for (const each of button ? piece : []) each.remove();
  frame().classList.remove("drag");
  const goal = under && nameOf(under);
  letGo();
  const isMoved = goal && goal !== name, moves = tree(), walked = walk(moves, isMoved ? [name, goal] : before);
  light(walked);
  if (isMoved) {
    play(moves, walked.touched);
    return [name, goal];
  }
  arrange();
  // What was to be confirmed is shown by the server alone.
  return walked.isWhole ? before : null;
}

// Listens to the hand, and follows to the addresses of what it has touched.
export function listen(game, follow) {
  const isByHand = (event) => event.target.closest?.("svg.sheet, .choices .drags") && event.isPrimary && !event.button;

  game.addEventListener("pointerdown", (event) => {
    swallows = false;
    if (!isByHand(event) || held || frame().classList.contains("drawing")) return;
    if (frame().classList.contains("small") && event.pointerType !== "mouse") {
      held = {id: event.pointerId, isLoupe: true, x: event.clientX, y: event.clientY, waits: setTimeout(loupe, LINGERS, event)};
      frame().setPointerCapture(event.pointerId);
      return;
    }
    const link = event.target.closest(TOUCHABLE), isPiece = link && canBeDragged(tree(), link);
    // Browsers click nothing where what the mouse was pressed on is gone. A finger may scroll from there.
    if (!link || (!isPiece && event.pointerType !== "mouse")) return;
    held = {id: event.pointerId, name: nameOf(link), button: onButton(link), x: event.clientX, y: event.clientY, isPiece, isLifted: false};
  });

  game.addEventListener("pointermove", (event) => {
    if (held?.id !== event.pointerId) return;
    const [x, y] = [event.clientX - held.x, event.clientY - held.y];
    if (held.isLoupe) return document.getElementById("loupe") || Math.hypot(x, y) > FROM ? loupe(event) : null;
    if (held.isPiece && !held.isLifted && Math.hypot(x, y) > FROM) lift(event);
    if (held.isLifted) put(held.piece, x, y);
  });

  const end = (event, isDone) => {
    if (held?.id !== event.pointerId) return;
    const {isLoupe, isLifted} = held;
    swallows = isLoupe || isLifted;
    if (isLoupe) {
      const at = isDone ? nearest(event.clientX, event.clientY) : null;
      endLoupe();
      letGo();
      if (at) follow([nameOf(at)]);
    } else if (isLifted) {
      const touched = isDone ? drop(event.clientX, event.clientY) : drop(-1, -1);
      if (touched) follow(touched, true);
    } else letGo();
  };
  document.addEventListener("pointerup", (event) => end(event, true));
  document.addEventListener("pointercancel", (event) => end(event, false));
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !held) return;
    event.stopImmediatePropagation();
    end({pointerId: held.id, clientX: -1, clientY: -1}, false);
  }, true);

  // What is held does not scroll the page; where a style sheet alone says so, browsers differ.
  game.addEventListener("touchmove", (event) => held && event.preventDefault(), {passive: false});
  game.addEventListener("dragstart", (event) => event.target.closest("svg.sheet, .choices .drags") && event.preventDefault());
  game.addEventListener("contextmenu", (event) => held && event.preventDefault());
  // By a touch of a place that takes nothing a piece is let go, or what can be touched is lit for a moment.
  game.addEventListener("click", (event) => {
    if (swallows || !event.target.closest(".touches > :not(a)") || frame().classList.contains("drawing")) return;
    const [name, ...more] = touchedSoFar(), link = name && !more.length && !document.getElementById("confirm") && linkTo(name);
    if (link && (onButton(link) || pieceOn(name).length)) return link.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true}));
    frame().classList.add("lit");
    setTimeout(() => frame().classList.remove("lit"), LIT);
  });
  game.addEventListener("click", (event) => {
    if (!swallows || !event.target.closest("svg.sheet, #frame")) return;
    swallows = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
}
