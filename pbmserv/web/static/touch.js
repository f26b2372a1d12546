// What touches of the board lead to: places light up and pieces move at once, before the server has answered.

export const SVG = "http://www.w3.org/2000/svg";
export const TOUCHABLE = "a[data-place], a[data-anew]";
const ON_BOARD = ".touches a";
export const ANY = ".touches > :not(.told)";
const NEAR = 2; // units: shapes nearer to each other are of one piece
const OFF = "-"; // in place of a place: from the board
const SELF = "."; // in place of a place: the touched one
const [NEW, BESIDE] = ["+", "&"]; // before the name of a piece that is laid in place of what lies there, or beside it
const STACKED = 5; // pieces that are seen on a point
const APART = 36 / 34; // diameters, from one of them to the next
const SMALLEST = 24; // pixels, of a place for a finger

export let fit = null; // lays a tile on a place as it will lie there: only games of tiles need to know how

export const frame = () => document.getElementById("frame");
export const sheet = () => frame().querySelector("svg.sheet");
export const inFrame = (selector) => [...frame().querySelectorAll(selector)];
export const onButton = (each) => each.querySelector("[data-piece]");
export const nameOf = (each) => each.dataset.place ?? each.dataset.anew ?? each.dataset.name ?? each.textContent.split(",", 1)[0];
const lying = (place) => inFrame("[data-on]").filter((each) => each.dataset.on === place);
export const boxOf = (each) => each.getBoundingClientRect();

export const places = () => inFrame("a[data-place]:not([hidden])");
export const linkTo = (name) => inFrame(TOUCHABLE).find((each) => nameOf(each) === name);

const treeText = () => document.getElementById("tree")?.textContent ?? "";
// Does a move take several touches, and do these turn a tile?
export const hasSteps = () => /^{"[^"]/.test(treeText());
export const turnsTiles = () => treeText().includes("~");

export function tree() {
  const all = treeText() && JSON.parse(treeText());
  if (all !== 1 && all?.[""] !== 1) return all || null;
  const alone = [[pieceCalled(SELF) ? "+. ." : 0, inFrame(TOUCHABLE).map(nameOf).join(" ")]];
  return Object.fromEntries([...alone, ...Object.entries(all).slice(1)].flatMap(([told, names]) => wordsOf(names).map((name) => [name, told])));
}

// Until this is known, a tile is shown turned by the server alone.
export const fitTilesBy = (how) => (fit = how);

export const following = (node) => Object.keys(Object(node) === node ? node : {}).filter(Boolean);
export const wordsOf = (text) => (text ?? "").split(" ").filter(Boolean);
export const touchedSoFar = () => wordsOf(frame().dataset.touched);
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

// Touches in order, as the server takes them: one that leads to no move begins another, or is passed over. Once a move is
// whole, those of `instead` take the place of the last touch, after those that are `kept`.
export function walk(moves, touches) {
  const begin = following(moves);
  let [touched, left, before] = [[], moves, moves];
  for (const touch of touches) {
    if (has(left, touch)) [touched, left, before] = [[...touched, touch], left[touch], left];
    else if (has(moves, touch)) [touched, left, before] = [[touch], moves[touch], moves];
    const rest = touched.length ? only(left) : null;
    if (!rest) continue;
    const kept = touched.slice(0, -1), instead = following(before).filter((each) => each !== touched.at(-1) && !begin.includes(each));
    return {touched: [...touched, ...rest], following: [], others: begin, kept, instead, isWhole: true};
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
export function light({touched, following, others, isWhole}) {
  frame().classList.toggle("whole", isWhole);
  if (!isWhole) frame().dataset.touched = touched.join(" ");
  for (const each of inFrame(ANY)) {
    const name = nameOf(each);
    // What was touched a second time is as it was before.
    each.toggleAttribute("data-touched", touched.filter((other) => other === name).length % 2);
    if (isWhole) continue;
    if (following.includes(name)) showAs(each, "place", [...touched, name]);
    // What was touched last is let go.
    else if (name === touched.at(-1)) showAs(each, "anew", touched.slice(0, -1));
    else showAs(each, others.includes(name) ? "anew" : "name", [name]);
  }
  if (isWhole) return;
  // Choices, and pieces in hand.
  for (const each of inFrame("div > a")) {
    each.hidden = ![...following, ...others, touched.at(-1)].includes(nameOf(each));
    each.classList.toggle("held", touched.includes(nameOf(each)));
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
export const unitsOf = (at) => measured()(at);
export function isOverPicture(...at) {
  const [x, y] = unitsOf(at), {width, height} = sheet().viewBox.baseVal;
  return x >= 0 && x <= width && y >= 0 && y <= height;
}
export const inUnits = (each) => unitsOf(middle(each));

const look = (each) => each.parentNode.getAttribute("class");
const isSign = (each) => look(each).startsWith("pic-sign");

// The shapes of the piece that lies uppermost on a place: its body first, then what is drawn on it. What is turned is a
// tile: it is all that lies there, and its first shape is its outline.
export function pieceOn(name, isTurned = false) {
  const all = lying(name);
  if (isTurned) return all;
  const body = all.findLast((each) => !isSign(each)) ?? all.at(-1);
  if (!body) return [];
  const [[x, y], box] = [middle(body), boxOf(body)];
  const isOn = (atX, atY) => atX > box.left && atX < box.right && atY > box.top && atY < box.bottom;
  const isNear = (atX, atY) => Math.hypot(atX - x, atY - y) < NEAR / unit();
  return all.filter((each) => isNear(...middle(each)) || (isSign(each) && isOn(...middle(each))));
}

const shiftOf = (translate) => (translate || "0").split(" ").map(parseFloat);

// Shifts a piece by so many pixels from where it lay when it was lifted.
export function put(piece, x, y, from) {
  const [fromX, fromY = 0] = shiftOf(from);
  for (const each of piece) each.style.translate = `${fromX + x * unit()}px ${fromY + y * unit()}px`;
}

export function putBack(piece, from) {
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
export function play(moves, touched) {
  for (const each of inFrame("[data-was]")) {
    each.dataset.on = each.dataset.was;
    delete each.dataset.was;
    each.style.translate = each.style.display = "";
    turnBack(each);
  }
  for (const each of inFrame("[data-laid]")) each.remove();
  for (const slides of slidesOf(moves, touched)) {
    // A king and a rook may change places.
    const pieces = slides.map(([from, , turn]) => (isNew(from) ? null : pieceOn(from, turn !== undefined)));
    slides.forEach(([from, to, turn], number) => (pieces[number] ? bring(pieces[number], to, turn) : lay(from, to)));
  }
}

function bring(piece, to, turn) {
  const goal = placeCalled(to);
  if (!piece.length || !(goal || to === OFF)) return;
  if (!goal) return takeOff(piece);
  const looks = piece.map(look);
  takeOff(pieceOn(to).filter((each) => !looks.includes(look(each))));
  const [[x, y], [toX, toY]] = [middle(piece[0]), landing(piece[0], goal, to)];
  const [wasX, wasY = 0] = shiftOf(piece[0].style.translate);
  raise(piece);
  for (const each of piece) moved(each, to).translate = `${wasX + (toX - x) * unit()}px ${wasY + (toY - y) * unit()}px`;
  if (turn === undefined || !fit) return;
  fit(piece, goal, turn);
  // The mark would only hide it.
  delete goal.dataset.touched;
}

// Where a piece comes to lie: in the middle of a place, or upon those of its side on a point that is long and narrow.
function landing(piece, goal, to) {
  const [{top, bottom, width, height}, size] = [boxOf(goal), boxOf(piece).height], [x, y] = middle(goal);
  if (height < 4 * size || width > 1.5 * size) return [x, y];
  const below = lying(to).filter((each) => look(each) === look(piece)).map(boxOf);
  const deep = Math.min(below.length, STACKED - 1) * size * APART + size / 2;
  return [x, y < middle(sheet())[1] ? top + deep : bottom - deep];
}

export function turnBack({style}) {
  style.transformOrigin = style.scale = style.rotate = "";
  return style;
}

const pieceCalled = (name) => frame().querySelector(`[data-piece="${CSS.escape(name)}"]`);

const isNew = (from) => from[0] === NEW || from[0] === BESIDE;

function drawNew(from, to, group) {
  const piece = pieceCalled(from.slice(1)), goal = placeCalled(to);
  return piece && goal ? drawn(piece, ...middle(goal), group) : [];
}

// Draws in a group what a touch of this place alone would lay on the board.
export function drawLaid(name, group) {
  const moves = tree();
  if (has(moves, name)) for (const [from, to] of slidesOf(moves, [name]).flat()) if (isNew(from)) drawNew(from, to, group);
}

// A new piece. The mark would only hide it.
function lay(from, to) {
  const shapes = drawNew(from, to);
  if (shapes.length && from[0] === NEW) takeOff(pieceOn(to));
  for (const each of shapes) each.dataset.laid = each.firstChild.dataset.on = to;
  delete placeCalled(to)?.dataset.touched;
}

// A piece at this place of the window, above all others.
export function drawn(piece, x, y, group = sheet().querySelector(".picture")) {
  const shapes = [...piece.cloneNode(true).children];
  for (const each of shapes) {
    each.setAttribute("transform", `translate(${unitsOf([x, y]).join(" ")})`);
    group.append(each);
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
export function raise(piece) {
  for (const each of piece) {
    const group = each.parentNode.cloneNode(false);
    group.append(each);
    sheet().querySelector(".picture").append(group);
  }
}

// What a touch leads to, at once; the server's answer comes later. Gives the place to which a piece has gone by itself, since
// it could go nowhere else, or nothing.
export function touch(name) {
  const moves = tree();
  if (!moves) return "";
  const before = touchedSoFar(), walkedBefore = walk(moves, before), {following, isWhole, kept, instead} = walkedBefore;
  const isLetGo = before.at(-1) === name && !following.includes(name);
  const walked = walk(moves, isWhole ? [...(instead.includes(name) ? kept : []), name] : isLetGo ? before.slice(0, -1) : [...before, name]);
  light(walked);
  if (!isDrawn(walkedBefore)) play(moves, walked.touched);
  const last = walked.touched.at(-1);
  return walked.isWhole && last !== name ? last : "";
}

// Shows these touches, fewer than before, at once; the server's answer comes later.
export function takeBack(touches) {
  const moves = tree();
  if (!moves || isDrawn(walk(moves, touchedSoFar()))) return;
  const walked = walk(moves, touches);
  light(walked);
  play(moves, walked.touched);
}

// Whether the server has drawn a whole move: not where chance has a part in it, or something is hidden.
const isDrawn = ({isWhole}) => isWhole && !("undrawn" in frame().dataset);

// Are places too small for a finger?
function areSmall() {
  return inFrame(ON_BOARD).slice(0, 400).some((each) => Math.min(boxOf(each).width, boxOf(each).height) < SMALLEST - 0.5);
}

// The place that a finger means.
export function nearest(x, y) {
  let [best, least] = [null, Infinity];
  for (const each of inFrame(ON_BOARD)) {
    const [atX, atY] = middle(each), far = Math.hypot(atX - x, atY - y);
    if (far < least) [best, least] = [each, far];
  }
  return best && least < Math.max(SMALLEST * 1.5, boxOf(best).width) ? best : null;
}

// The places on which something lies.
export const taken = () => new Set(inFrame("[data-on]").map((each) => each.dataset.on));

// Do few of the free places take a piece, and nothing else is touched first?
function areFew() {
  const on = taken(), free = inFrame(`${ANY}:not([data-aside])`).filter((each) => !on.has(nameOf(each)));
  const open = free.filter((each) => each.matches("a"));
  return open.length === inFrame(`:is(${TOUCHABLE}):not([data-aside])`).length && 2 * open.length < free.length;
}

// Shows what was touched on a board that the server has drawn.
export function arrange() {
  const moves = tree(), walked = moves && walk(moves, touchedSoFar());
  if (walked && !isDrawn(walked)) play(moves, walked.touched);
  frame().classList.toggle("small", areSmall());
  frame().classList.remove("whole");
  frame().classList.toggle("few", areFew());
}
