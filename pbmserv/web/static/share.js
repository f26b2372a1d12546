// Sends the address of a board on. Where the browser has no way to do so, it is copied.

import {told} from "./words.js";

export async function share(button) {
  const url = button.dataset.share;
  try {
    if (navigator.share) return await navigator.share({title: document.title, url});
    await navigator.clipboard.writeText(url);
    button.textContent = told("copied");
  } catch {
    document.querySelector("#share input").select();
  }
}
