// How a tile is laid on a place before the server has answered.

import {sheet} from "./touch.js";

const CORNERS = 24; // points of an outline from which its middle is reckoned

// The middle of an outline and its length, in units, wherever it is shown.
function outline(place) {
  const form = place.matches("use") ? sheet().querySelector(place.getAttribute("href")) : place, long = form.getTotalLength();
  const all = Array.from({length: CORNERS}, (_, number) => form.getPointAtLength((long * number) / CORNERS));
  return {long, x: all.reduce((sum, each) => sum + each.x, 0) / CORNERS, y: all.reduce((sum, each) => sum + each.y, 0) / CORNERS};
}

// Lays a tile on a place as it will lie there: turned, and as large as the place. Its first shape is its outline, and
// figures stay upright.
export function fit(tile, goal, degrees) {
  const body = outline(tile[0]), to = outline(goal.lastElementChild), size = to.long / body.long;
  const turn = new DOMMatrix([size, 0, 0, size, 0, 0]).rotate(Number(degrees));
  for (const each of tile) {
    const isFigure = each.matches("text"), box = isFigure && each.getBBox();
    const [x, y] = isFigure ? [box.x + box.width / 2, box.y + box.height / 2] : [body.x, body.y];
    const at = turn.transformPoint({x: x - body.x, y: y - body.y});
    each.style.transformOrigin = `${x}px ${y}px`;
    each.style.scale = size;
    each.style.rotate = isFigure ? "" : `${degrees}deg`;
    each.style.translate = `${to.x + at.x - x}px ${to.y + at.y - y}px`;
  }
}
