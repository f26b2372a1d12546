// The loupe: where places are too small for a finger, it shows which one is under it.

import {SVG, boxOf, drawLaid, inFrame, inUnits, nameOf, nearest, sheet, unit, unitsOf} from "./touch.js";

const [WIDEST, TIMES, AWAY] = [160, 2, 34]; // pixels, how much larger things are in it, and pixels from the finger

let [isLeft, isBeside] = [false, false]; // where it is, as seen from the finger

// Shows what is under a finger here, and gives the place that it means.
export function look(x, y) {
  const at = nearest(x, y);
  let glass = document.getElementById("loupe");
  if (!glass) {
    glass = document.createElementNS(SVG, "svg");
    glass.id = "loupe";
    glass.setAttribute("aria-hidden", "true");
    glass.append(sheet().querySelector(".picture").cloneNode(true), ...["circle", "text"].map((each) => document.createElementNS(SVG, each)));
    glass.firstChild.append(document.createElementNS(SVG, "g"));
    document.body.append(glass);
    isLeft = isBeside = false;
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
  const laid = glass.firstChild.lastChild;
  laid.replaceChildren();
  if (at) drawLaid(nameOf(at), laid);
  name.textContent = at ? nameOf(at) : "";
  for (const [key, value] of Object.entries({x: atX, y: atY + size * .44, "font-size": size / 8})) name.setAttribute(key, value);
  // Above the finger, or beside it where there is no room: below it, the hand would lie over it.
  // It changes sides only where it has to.
  const above = y - wide - AWAY, left = x - wide - AWAY, right = x + AWAY, isAbove = above > (isBeside ? AWAY : 4);
  isLeft = left < 0 ? false : right + wide > innerWidth ? true : isLeft;
  isBeside = !isAbove;
  glass.style.left = `${isAbove ? Math.min(Math.max(x - wide / 2, 4), innerWidth - wide - 4) : isLeft ? left : right}px`;
  glass.style.top = `${Math.max(above, 4)}px`;
  unmark();
  at?.classList.add("under");
  return at;
}

export function putAway() {
  document.getElementById("loupe")?.remove();
  unmark();
}

function unmark() {
  for (const each of inFrame(".under")) each.classList.remove("under");
}
