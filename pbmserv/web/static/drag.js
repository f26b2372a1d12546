// Dragging pieces: which ones can be, from where and to where; how one is lifted, carried and let go. And where pieces
// leave no room for a dot.

import {ANY, TOUCHABLE, arrange, boxOf, drawn, fit, following, frame, inFrame, light, nameOf, onButton, pieceOn, play, put, putBack, raise, slidesOf, taken, touchedSoFar, tree, turnBack, walk} from "./touch.js";

// Marks what a finger drags, so that the page does not scroll away from under it. Where places are small, none does.
export function mark() {
  const moves = tree(), isSmall = frame().classList.contains("small");
  for (const each of inFrame(`${ANY}, ${TOUCHABLE}`)) each.classList.toggle("drags", !isSmall && canBeDragged(each, moves));
  markTaken();
}

// Marks the places on which something lies, or which are long and narrow: a dot would hide the one, and be an oval on the other.
function markTaken() {
  const on = taken(), isNarrow = ({width, height}) => Math.max(width, height) > 2 * Math.min(width, height);
  for (const each of inFrame(ANY)) each.classList.toggle("taken", on.has(nameOf(each)) || isNarrow(boxOf(each)));
}

export const canBeDragged = (each, moves = tree()) => lifted(moves, nameOf(each)) !== null && (onButton(each) || pieceOn(nameOf(each)).length > 0);

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

// Lifts what the hand holds at a place. What is held is asked for, and kept, by the hand.
export function lift(held) {
  const {place, x, y} = held, name = nameOf(place), button = onButton(place), moves = tree(), before = touchedSoFar(), {touches, goals} = lifted(moves, name);
  play(moves, touches);
  const piece = button ? drawn(button, x, y) : pieceOn(name, goals.some((goal) => turnOn(moves, touches, goal) !== undefined));
  Object.assign(held, {name, button, before, moves, touches, piece, begun: touches.length - (touches.at(-1) === name), from: piece[0].style.translate, isLifted: true});
  frame().classList.add("drag");
  if (!button) raise(piece);
  light({...walk(moves, touches), touched: touches, following: goals, isWhole: false});
  markTaken();
}

// By how much what is held will be turned on a place.
function turnOn(moves, touches, goal) {
  const slides = slidesOf(moves, walk(moves, [...touches, goal]).touched).flat();
  return slides.findLast(([, to]) => to === goal)?.[2];
}

const goalAt = (x, y) => document.elementsFromPoint(x, y).map((each) => each.closest(".touches > a[data-place]")).find(Boolean);

// What is held follows the hand. Over a place on which it will be turned, it lies as it will lie.
export function carry(held, x, y) {
  const {piece, moves, touches, from} = held, goal = goalAt(x, y), turn = goal && turnOn(moves, touches, nameOf(goal));
  if (turn !== undefined && fit) return fit(piece, goal, turn);
  piece.forEach(turnBack);
  put(piece, x - held.x, y - held.y, from);
}

// Where a piece is let go it is moved, if it may be; otherwise it is back where it was. Gives what was touched so.
export function drop(held, x, y) {
  const {name, button, piece, before, touches, from} = held, under = goalAt(x, y);
  putBack(piece, from);
  for (const each of button ? piece : []) each.remove();
  frame().classList.remove("drag");
  const goal = under && nameOf(under);
  const isMoved = goal && goal !== name, moves = tree(), walked = walk(moves, isMoved ? [...touches, goal] : before);
  light(walked);
  if (isMoved) {
    play(moves, walked.touched);
    return [...touches, goal];
  }
  arrange();
  // What was to be confirmed is shown by the server alone.
  return walked.isWhole ? before : null;
}
