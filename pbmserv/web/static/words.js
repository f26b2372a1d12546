// What scripts say, in the language of the page, which brings it along.

const words = JSON.parse(document.getElementById("words").textContent);

// The sentence of this name, with values for the names in braces.
export function told(name, values = {}) {
  return words[name].replace(/\{(\w+)\}/g, (whole, each) => values[each] ?? whole);
}
