// The hand on the board, with the mouse or a finger: it touches places, drags pieces, and looks for a place through a
// loupe. What only some boards need for that is fetched for these alone.

import {ANY, TOUCHABLE, arrange as arrangeTouches, fitTilesBy, frame, hasSteps, linkTo, nameOf, nearest, onButton, pieceOn, touch as touchPlace, touchedSoFar, turnsTiles} from "./touch.js";

const FROM = 6; // pixels: what moves less is a tap
const LIT = 1500; // milliseconds
const LINGERS = 120; // milliseconds: a finger that is away sooner needs no loupe

let held = null; // the piece in the hand, or the finger on the board
let swallows = false; // the click that follows upon what was done by hand
let wakes = [];
const modules = new Map(); // by name; null until they are there

// Nothing is put in place of the board while something is in the hand.
export const atRest = () => (held ? new Promise((wake) => wakes.push(wake)) : Promise.resolve());

function letGo() {
  clearTimeout(held.waits);
  held = null;
  // The click that follows is still for what was there.
  for (const wake of wakes.splice(0)) setTimeout(wake);
}

// A module that only some boards need, or null until it is there. One that could not be fetched is asked for again.
export function need(name, whenThere) {
  if (!modules.has(name)) {
    modules.set(name, null);
    import(`./${name}.js`).then((module) => {
      modules.set(name, module);
      whenThere(module);
    }, () => modules.delete(name));
  }
  return modules.get(name);
}

const isLoupe = () => frame().classList.contains("small");
const drag = () => (hasSteps() ? need("drag", markDragged) : null);
const loupe = () => (isLoupe() ? need("loupe", () => held?.looksAt && look(...held.looksAt)) : null);
const tiles = () => (turnsTiles() ? need("tiles", ({fit}) => fitTilesBy(fit) && !held && arrange()) : null);
const markDragged = () => drag()?.mark();

// Shows what was touched, and what can be dragged.
export function arrange() {
  arrangeTouches();
  tiles();
  loupe();
  markDragged();
}

export function touch(name) {
  const goal = touchPlace(name);
  markDragged();
  return goal;
}

function look(x, y) {
  clearTimeout(held.waits);
  loupe()?.look(x, y);
  held.looksAt = [x, y];
}

// Listens to the hand, and follows to the addresses of what it has touched.
export function listen(game, follow) {
  const isByHand = (event) => event.target.closest?.("svg.sheet, div > .drags") && event.isPrimary && !event.button;

  game.addEventListener("pointerdown", (event) => {
    const {pointerId: id, clientX: x, clientY: y} = event;
    swallows = false;
    // With two fingers the page is made larger.
    if (held?.isLoupe && !event.isPrimary) return end({pointerId: held.id}, false);
    if (!isByHand(event) || held || frame().classList.contains("drawing")) return;
    if (isLoupe() && event.pointerType !== "mouse") {
      held = {id, x, y, isLoupe: true, waits: setTimeout(look, LINGERS, x, y)};
      frame().setPointerCapture(id);
      return;
    }
    const place = event.target.closest(`${ANY}, ${TOUCHABLE}`), isPiece = place && drag()?.canBeDragged(place);
    // Browsers click nothing where what the mouse was pressed on is gone. A finger may scroll from there.
    if (isPiece || (place?.matches("a") && event.pointerType === "mouse")) held = {id, x, y, place, isPiece, isLifted: false};
  });

  game.addEventListener("pointermove", ({pointerId, clientX: x, clientY: y}) => {
    if (held?.id !== pointerId) return;
    const isAway = Math.hypot(x - held.x, y - held.y) > FROM;
    if (held.isLoupe) return held.looksAt || isAway ? look(x, y) : null;
    if (held.isPiece && !held.isLifted && isAway) {
      drag().lift(held);
      frame().setPointerCapture(pointerId);
    }
    if (held.isLifted) drag().carry(held, x, y);
  });

  const end = ({pointerId, clientX: x, clientY: y}, isDone) => {
    if (held?.id !== pointerId) return;
    const {isLoupe, isLifted, begun} = held, at = isLoupe && isDone ? nearest(x, y) : null;
    swallows = isLoupe || isLifted;
    if (isLoupe) loupe()?.putAway();
    const touched = at ? [nameOf(at)] : isLifted ? drag().drop(held, ...(isDone ? [x, y] : [-1, -1])) : null;
    letGo();
    if (isLifted) markDragged();
    if (touched) follow(touched, isLifted ? begun : null);
  };
  document.addEventListener("pointerup", (event) => end(event, true));
  document.addEventListener("pointercancel", (event) => end(event, false));
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !held) return;
    event.stopImmediatePropagation();
    end({pointerId: held.id}, false);
  }, true);

  // What is held does not scroll the page; where a style sheet alone says so, browsers differ.
  game.addEventListener("touchmove", (event) => held && event.preventDefault(), {passive: false});
  game.addEventListener("dragstart", (event) => event.target.closest("svg.sheet, div > .drags") && event.preventDefault());
  game.addEventListener("contextmenu", (event) => held && event.preventDefault());
  // By a touch of a place that takes nothing a piece is let go, or what can be touched is lit for a moment.
  game.addEventListener("click", (event) => {
    // Whoever is to confirm a move has touched what there is to touch.
    if (swallows || !event.target.closest(".touches > :not(a)") || frame().classList.contains("drawing") || document.getElementById("confirm")) return;
    const [name, ...more] = touchedSoFar(), link = name && !more.length && linkTo(name);
    if (link && (onButton(link) || pieceOn(name).length)) return link.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true}));
    if (event.defaultPrevented) return;
    frame().classList.add("lit");
    setTimeout(() => frame().classList.remove("lit"), LIT);
  });
  game.addEventListener("click", (event) => {
    // After a finger has slid, browsers click nothing: what comes then is by the keyboard.
    if (!swallows || !event.detail || !event.target.closest("svg.sheet, #frame")) return;
    swallows = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
}
