// Walking over the board by keys. Every square can be reached and says what lies there, whether it can be touched or
// not. One is in the order of tabs, the others are reached by arrows. To screen readers the board is an application,
// since otherwise they keep the arrows to themselves.

import {inFrame, middle, nameOf, places} from "./touch.js";
import {told} from "./words.js";

const ARROWS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
const SQUARE = ".touches > *";
const CHOICE = "div > a[data-place]";

const frame = () => document.getElementById("frame");
const squares = () => [...inFrame(SQUARE), ...places().filter((each) => each.matches(CHOICE))];

// What is in focus on the board or among the choices below it, or null.
export const squareAt = (element) => element.closest?.(`${SQUARE}, ${CHOICE}`) ?? null;

function rove(to) {
  for (const each of inFrame(SQUARE)) each.tabIndex = each === to ? 0 : -1;
}

// Makes all squares reachable; gives the one for the focus: the first of these names that can be touched (or that is
// there at all, if it `stays`), else the first that can be touched, or none.
export function arrangeSquares(names, stays) {
  const lit = places(), order = squares(), among = stays ? order : lit;
  const named = names.map((name) => among.find((each) => nameOf(each) === name)).find(Boolean);
  const at = named ?? lit[0];
  rove(at?.matches(SQUARE) ? at : lit.find((each) => each.matches(SQUARE)) ?? order[0]);
  for (const each of inFrame(".touches > g")) each.setAttribute("role", "img");
  if (!order.length) return at;
  const about = {role: "application", "aria-roledescription": "board", "aria-describedby": "keys"};
  for (const [name, value] of Object.entries(about)) frame().querySelector("svg.sheet").setAttribute(name, value);
  return at;
}

// The nearest square in a direction; sideways counts more than straight on. Of two as near, up leads to the left one
// and down to the right one, so that one leads back from the other. At the end of a row it is the next one.
function beside(from, [right, down]) {
  const [x, y] = middle(from), order = squares();
  let [best, least] = [null, Infinity];
  for (const each of order) {
    const at = middle(each), [dx, dy] = [at[0] - x, at[1] - y];
    const along = dx * right + dy * down, aside = dx * down + dy * right;
    const far = along + 2 * Math.abs(aside) - aside / 50;
    if (along > 1 && far < least) [best, least] = [each, far];
  }
  return best ?? order[order.indexOf(from) + right + down] ?? from;
}

function go(to) {
  if (to.matches(SQUARE)) rove(to);
  to.focus();
}

// Does what a key means on a square. Gives what is to be said, or null for a key that means nothing here.
export function press(square, key) {
  const lit = places(), isLit = square.matches("a");
  const order = squares(), ahead = order.indexOf(square);
  if (key in ARROWS) go(beside(square, ARROWS[key]));
  else if (key === "Home" || key === "End") go((lit.length ? lit : order).at(key === "Home" ? 0 : -1));
  else if (key === "PageDown") go(lit.find((each) => order.indexOf(each) > ahead) ?? lit[0] ?? square);
  else if (key === "PageUp") go(lit.findLast((each) => order.indexOf(each) < ahead) ?? lit.at(-1) ?? square);
  else if (key === " " && isLit) square.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true}));
  else if ((key === "Enter" || key === " ") && !isLit) return told(frame().dataset.touched ? "goesNowhere" : "beginsNowhere");
  else return null;
  return "";
}
