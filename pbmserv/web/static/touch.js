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
let [fit, learns] = [null, null]; // lays a tile on a place as it will lie there: only games of tiles need to know how

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
  if (data?.textContent.includes("~")) learnToTurn();
  const all = data && JSON.parse(data.textContent);
  return all === 1 ? Object.fromEntries(places().map((each) => [nameOf(each), pieceCalled(SELF) ? `+${SELF} ${SELF}` : 0])) : all;
}

// Whoever touches a tile before this is known sees it turned by the server.
function learnToTurn() {
  learns ??= import("./tiles.js").then((tiles) => {
    ({fit} = tiles);
    if (!held) arrange();
  }, () => (learns = null));
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

// Shows a place as one that goes on with a move, that begins another one, or neither; a touch of it leads to `touches`.
function showAs(each, kind, touches) {
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
  if (kind !== "name") now.setAttribute("href", addressOf(touches));
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
    if (isWhole) continue;
    if (following.includes(name)) showAs(each, "place", [...touched, name]);
    // What was touched last is let go.
    else if (name === touched.at(-1)) showAs(each, "anew", touched.slice(0, -1));
    else showAs(each, others.includes(name) ? "anew" : "name", [name]);
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
// A picture may be smaller than its sheet, with room beside it: the browser knows where it is, and how large.
const shown = () => sheet().getScreenCTM() ?? new DOMMatrix();
export const unit = () => 1 / shown().a;
// The sheet is measured once for all that is asked of what this returns.
export const measured = ({a, d, e, f} = shown()) => ([x, y]) => [(x - e) / a, (y - f) / d];
const unitsOf = (at) => measured()(at);
export const inUnits = (each) => unitsOf(middle(each));

const look = (each) => each.parentNode.getAttribute("class");
const isSign = (each) => look(each).startsWith("pic-sign");
export const isTile = (each) => look(each).startsWith("pic-tile");

// The shapes of the piece that lies uppermost on a place: its body first, then what is drawn on it. A tile lies alone.
function pieceOn(name) {
  const all = lying(name);
  if (all.some(isTile)) return all;
  const body = all.findLast((each) => !isSign(each)) ?? all.at(-1);
  if (!body) return [];
  const [[x, y], box] = [middle(body), boxOf(body)];
  const isOn = (atX, atY) => atX > box.left && atX < box.right && atY > box.top && atY < box.bottom;
  const isNear = (atX, atY) => Math.hypot(atX - x, atY - y) < NEAR / unit();
  return all.filter((each) => isNear(...middle(each)) || (isSign(each) && isOn(...middle(each))));
}

const shiftOf = (translate) => (translate || "0").split(" ").map(parseFloat);

// Shifts a piece by so many pixels from where it lay when it was lifted.
function put(piece, x, y, from) {
  const [fromX, fromY = 0] = shiftOf(from);
  for (const each of piece) each.style.translate = `${fromX + x * unit()}px ${fromY + y * unit()}px`;
}

function putBack(piece, from) {
  for (const each of piece) turnBack(each).translate = from;
}

const isHidden = () => "hidden" in frame().dataset;

// What each of these touches brings: from one place to another, and turned by how much. As the tree says, or from the
// first touch to the second, where all is seen.
export function slidesOf(moves, touched) {
  let node = moves;
  return touched.map((target, number) => {
    node = node[target];
    const told = typeof node === "string" ? node : node[""];
    if (told) return told.match(/\S+ \S+/g).map((slide) => slide.split(/[ ~]/).map((each) => (each === SELF ? target : each)));
    return told === undefined && number === 1 && !isHidden() ? [[touched[0], target]] : [];
  });
}

// Shows pieces where these touches have brought them; all others lie where the server has put them.
function play(moves, touched) {
  for (const each of inFrame("[data-was]")) {
    each.dataset.on = each.dataset.was;
    delete each.dataset.was;
    each.style.translate = each.style.display = "";
    turnBack(each);
  }
  for (const each of inFrame("[data-laid]")) each.remove();
  for (const slides of slidesOf(moves, touched)) {
    // A king and a rook may change places.
    const pieces = slides.map(([from]) => (from.startsWith(NEW) ? null : pieceOn(from)));
    slides.forEach(([from, to, turn], number) => (pieces[number] ? bring(pieces[number], to, turn) : lay(from.slice(1), to)));
  }
}

function bring(piece, to, turn) {
  const goal = placeCalled(to);
  if (!piece.length || !(goal || to === OFF)) return;
  if (!goal) return takeOff(piece);
  const looks = piece.map(look);
  takeOff(pieceOn(to).filter((each) => !looks.includes(look(each))));
  const [[x, y], [toX, toY]] = [piece[0], goal].map(middle);
  const [wasX, wasY = 0] = shiftOf(piece[0].style.translate);
  raise(piece);
  for (const each of piece) moved(each, to).translate = `${wasX + (toX - x) * unit()}px ${wasY + (toY - y) * unit()}px`;
  if (turn === undefined || !fit) return;
  fit(piece, goal, turn);
  // The mark would only hide it.
  delete goal.dataset.touched;
}

function turnBack({style}) {
  style.transformOrigin = style.scale = style.rotate = "";
  return style;
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
  const before = touchedSoFar(), walkedBefore = walk(moves, before), {following, isWhole} = walkedBefore;
  const isLetGo = before.at(-1) === name && !following.includes(name);
  const walked = walk(moves, isWhole ? [name] : isLetGo ? before.slice(0, -1) : [...before, name]);
  light(walked);
  if (!isDrawn(walkedBefore)) play(moves, walked.touched);
  markDragged(moves);
}

// Whether the server has drawn a whole move: not where chance has a part in it, or something is hidden.
const isDrawn = ({isWhole}) => isWhole && !("undrawn" in frame().dataset);

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
  const moves = tree(), walked = moves && walk(moves, touchedSoFar());
  if (walked && !isDrawn(walked)) play(moves, walked.touched);
  frame().classList.toggle("small", isSmall());
  frame().classList.remove("whole");
  frame().classList.toggle("few", areFew());
  markDragged(moves);
}

function markDragged(moves) {
  const isLoupe = frame().classList.contains("small");
  for (const each of inFrame(`${ANY}, ${TOUCHABLE}`)) each.classList.toggle("drags", !isLoupe && canBeDragged(moves, each));
}

const onButton = (each) => each.querySelector("[data-piece]");
const canBeDragged = (moves, each) => lifted(moves, nameOf(each)) !== null && (onButton(each) || pieceOn(nameOf(each)).length > 0);

// The touches that are made when the piece on a place is lifted, and where it may be let go; null where it may not be
// moved. It goes on with the move that was begun: as the next that is touched, or, where the moves say that it is what
// the next touch brings, from where it lies. Or it begins another one.
function lifted(moves, name) {
  const {touched, isWhole} = walk(moves, touchedSoFar()), begun = isWhole ? [] : touched;
  const node = begun.reduce((each, target) => each[target], moves);
  if (following(node?.[name]).length) return goingOn(moves, [...begun, name]);
  const brought = begun.length > 1 ? following(node).filter((each) => brings(moves, [...begun, each], name)) : [];
  if (brought.length) return {touches: begun, goals: brought};
  return following(moves?.[name]).length ? goingOn(moves, [name]) : null;
}

const brings = (moves, touches, name) => slidesOf(moves, touches).at(-1).some(([from, to]) => from === name && to === touches.at(-1));

// Where one move only is left, it is not made before the piece is let go there.
function goingOn(moves, touches) {
  const {touched, following: next, isWhole} = walk(moves, touches);
  return {touches, goals: isWhole ? touched.slice(touches.length) : next};
}

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
  const {name, button, x, y} = held, moves = tree(), before = touchedSoFar(), {touches, goals} = lifted(moves, name);
  play(moves, touches);
  const piece = button ? drawn(button, x, y) : pieceOn(name);
  Object.assign(held, {before, moves, touches, piece, from: piece[0].style.translate, isLifted: true});
  frame().setPointerCapture(event.pointerId);
  frame().classList.add("drag");
  if (!button) raise(piece);
  light({...walk(moves, touches), touched: touches, following: goals, isWhole: false});
}

const goalAt = (x, y) => document.elementsFromPoint(x, y).map((each) => each.closest(".touches > a[data-place]")).find(Boolean);

// What is held follows the hand. Over a place on which it will be turned, it lies as it will lie.
function carry(x, y) {
  const {piece, moves, touches, from} = held, goal = goalAt(x, y);
  const slides = goal ? slidesOf(moves, walk(moves, [...touches, nameOf(goal)]).touched).flat() : [];
  const turn = slides.findLast(([, to]) => goal && to === nameOf(goal))?.[2];
  if (turn !== undefined && fit) return fit(piece, goal, turn);
  piece.forEach(turnBack);
  put(piece, x - held.x, y - held.y, from);
}

// Where a piece is let go it is moved, if it may be; otherwise it is back where it was.
function drop(x, y) {
  const {name, button, piece, before, touches, from} = held, under = goalAt(x, y);
  putBack(piece, from);
  for (const each of button ? piece : []) each.remove();
  frame().classList.remove("drag");
  const goal = under && nameOf(under);
  letGo();
  const isMoved = goal && goal !== name, moves = tree(), walked = walk(moves, isMoved ? [...touches, goal] : before);
  light(walked);
  if (isMoved) {
    play(moves, walked.touched);
    markDragged(moves);
    return [...touches, goal];
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
    const place = event.target.closest(`${ANY}, ${TOUCHABLE}`), isPiece = place && canBeDragged(tree(), place);
    // Browsers click nothing where what the mouse was pressed on is gone. A finger may scroll from there.
    if (!isPiece && !(place?.matches("a") && event.pointerType === "mouse")) return;
    held = {id: event.pointerId, name: nameOf(place), button: onButton(place), x: event.clientX, y: event.clientY, isPiece, isLifted: false};
  });

  game.addEventListener("pointermove", (event) => {
    if (held?.id !== event.pointerId) return;
    const [x, y] = [event.clientX - held.x, event.clientY - held.y];
    if (held.isLoupe) return document.getElementById("loupe") || Math.hypot(x, y) > FROM ? loupe(event) : null;
    if (held.isPiece && !held.isLifted && Math.hypot(x, y) > FROM) lift(event);
    if (held.isLifted) carry(event.clientX, event.clientY);
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
