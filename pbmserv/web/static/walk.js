// A diagram of the rules changes where it stands, without loading the page anew.

document.addEventListener("click", async (event) => {
  const link = event.target.closest?.(".walk-through a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  const figure = link.closest("figure");
  try {
    const page = await (await fetch(link.href)).text();
    const other = new DOMParser().parseFromString(page, "text/html").getElementById(figure.id);
    figure.replaceWith(other);
    const links = [...other.querySelectorAll(".walk-through a")];
    (links.find((each) => each.rel === link.rel) ?? links[0])?.focus();
  } catch {
    location.assign(link.href);
  }
});
