// Arrows and marks: how they are drawn on a board, with the right button, or with any finger after "Draw". While moves
// are tried out, they are kept with the note; otherwise only as long as the page is open.

import {boxOf, frame, inUnits, nameOf, placeCalled, sheet, SVG, unit, wordsOf} from "./touch.js";

const button = () => document.getElementById("drawing");
const placeOf = (at) => at?.closest?.(".touches > *");
const nameAt = (at) => placeOf(at) ? nameOf(placeOf(at)) : null;
let [isDrawing, drawnFrom] = [false, null];
const fleeting = new Map(); // what is not kept, by the position on which it was drawn

// The position that is shown, whatever has been touched on it.
function positionIn({dataset}) {
  const {pathname, searchParams} = new URL(dataset.address, location.href);
  return [pathname, searchParams.getAll("line"), dataset.moves].join(" ");
}

// What has been drawn a second time is taken away.
function changed(things, thing) {
  const all = new Set(things);
  if (!all.delete(thing)) all.add(thing);
  return [...all];
}

// The middle of a place, and half its width, in units of the picture.
function middle(name) {
  const place = placeCalled(name);
  if (!place) return null;
  const [x, y] = inUnits(place);
  return {x, y, half: boxOf(place).width / 2 * unit()};
}

function shape(name, facts) {
  const made = document.createElementNS(SVG, name);
  for (const fact of Object.entries(facts)) made.setAttribute(...fact);
  return made;
}

// All of these: `e4` is a mark, `e2→e4` an arrow.
function drawn(things) {
  const all = shape("g", {class: "drawn", "aria-hidden": "true"});
  for (const [from, to] of things.map((each) => each.split("→"))) {
    const [start, end] = [from, to].map((name) => name && middle(name));
    if (!start || (to && !end)) continue;
    const width = Math.min(start.half, 16) / 3;
    if (!to) all.append(shape("circle", {cx: start.x, cy: start.y, r: start.half * 0.85, "stroke-width": width}));
    else {
      const turn = Math.atan2(end.y - start.y, end.x - start.x);
      const tip = (angle) => `L${end.x - 3 * width * Math.cos(turn + angle)} ${end.y - 3 * width * Math.sin(turn + angle)}`;
      const path = `M${start.x} ${start.y} L${end.x} ${end.y} ${tip(0.5)} M${end.x} ${end.y} ${tip(-0.5)}`;
      all.append(shape("path", {d: path, "stroke-width": width, "stroke-linecap": "round"}));
    }
  }
  return all;
}

// Shows what is drawn on this board.
export function show(game) {
  // Who tries out no more draws no more, and the next time begins to only when they say so.
  isDrawing &&= button() !== null;
  sheet().querySelector(".drawn")?.remove();
  const all = drawn([...wordsOf(game.dataset.drawn), ...fleeting.get(positionIn(game)) ?? []]);
  if (all.childElementCount) sheet().append(all);
  frame().classList.toggle("drawing", isDrawing);
  button()?.setAttribute("aria-pressed", isDrawing);
}

// Listens to who draws, and has the form kept in which it stands.
export function listen(game, keep) {
  function keepDrawn(things) {
    const field = document.getElementById("drawn");
    field.value = game.dataset.drawn = things.join(" ");
    keep(field.form);
  }

  function draw(thing) {
    const here = positionIn(game);
    if (button()) keepDrawn(changed(wordsOf(game.dataset.drawn), thing));
    else fleeting.set(here, changed(fleeting.get(here), thing));
    show(game);
  }

  function clear() {
    fleeting.delete(positionIn(game));
    if (button() && game.dataset.drawn) keepDrawn([]);
    show(game);
  }

  const mayDraw = (event) => event.button === 2 || (button() && isDrawing && event.button === 0);
  game.addEventListener("pointerdown", (event) => {
    drawnFrom = mayDraw(event) ? nameAt(event.target) : null;
    if (drawnFrom !== null && event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
  });
  game.addEventListener("pointerup", (event) => {
    const [from, to] = [drawnFrom, nameAt(document.elementFromPoint(event.clientX, event.clientY))];
    drawnFrom = null;
    if (from !== null && to !== null) draw(from === to ? from : `${from}→${to}`);
  });
  game.addEventListener("contextmenu", (event) => {
    if ((button() || event.button === 2) && placeOf(event.target)) event.preventDefault();
  });
  // While somebody draws, nothing is touched but by keys. Otherwise any click on the board clears it, and lights nothing; what
  // is kept, where it touches nothing.
  game.addEventListener("click", (event) => {
    const place = placeOf(event.target);
    if (button()?.contains(event.target)) {
      isDrawing = !isDrawing;
      show(game);
    } else if (event.target.id === "clear") clear();
    else if (isDrawing && button()) {
      if (place && event.detail > 0) event.preventDefault();
    } else if (event.target.closest("svg.sheet") && sheet().querySelector(".drawn") && !(button() && place?.matches("a"))) {
      clear();
      if (!place?.matches("a")) event.preventDefault();
    }
  }, true);
}
