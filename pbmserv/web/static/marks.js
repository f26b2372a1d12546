// Arrows and marks: how they are drawn on a board, with the right button, or with any finger after "Draw".

import {boxOf, frame, inUnits, nameOf, placeCalled, sheet, SVG, unit, wordsOf} from "./touch.js";

const button = () => document.getElementById("drawing");
const placeOf = (at) => at?.closest?.(".touches > *");
const nameAt = (at) => placeOf(at) ? nameOf(placeOf(at)) : null;
let [isDrawing, drawnFrom] = [false, null];

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
export function show({dataset}) {
  // Who tries out no more draws no more, and the next time begins to only when they say so.
  isDrawing &&= button() !== null;
  sheet().querySelector(".drawn")?.remove();
  const all = drawn(wordsOf(dataset.drawn));
  if (all.childElementCount) sheet().append(all);
  frame().classList.toggle("drawing", isDrawing);
  button()?.setAttribute("aria-pressed", isDrawing);
}

// Listens to who draws, and has the form kept in which it stands.
export function listen(game, keep) {
  // What is drawn a second time is taken away.
  function draw(thing) {
    const things = new Set(wordsOf(game.dataset.drawn)), field = document.getElementById("drawn");
    if (!things.delete(thing)) things.add(thing);
    field.value = game.dataset.drawn = [...things].join(" ");
    field.closest("details").open = true;
    show(game);
    keep(field.form);
  }

  const mayDraw = (event) => button() && (event.button === 2 || (isDrawing && event.button === 0));
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
    if (button() && placeOf(event.target)) event.preventDefault();
  });
  // While somebody draws, nothing is touched but by keys.
  game.addEventListener("click", (event) => {
    if (button()?.contains(event.target)) {
      isDrawing = !isDrawing;
      show(game);
    } else if (isDrawing && button() && placeOf(event.target) && event.detail > 0) event.preventDefault();
  }, true);
}
