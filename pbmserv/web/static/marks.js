// How arrows and marks are drawn on a board.

import {boxOf, inUnits, placeCalled, SVG, unit} from "./touch.js";

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
export function drawn(things) {
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
