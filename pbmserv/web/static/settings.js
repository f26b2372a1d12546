// What is chosen leads to the settings again, in place of themselves: the way back leads to where one came from.

addEventListener("submit", async (event) => {
  const {target: form} = event;
  if (!form.matches("[action^='/settings/choose/']")) return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form));
  let answer;
  try {
    answer = await fetch(form.action, {method: "POST", body, redirect: "manual"});
  } catch {
    // The browser says what is wrong.
    return form.submit();
  }
  if (answer.type === "opaqueredirect") return location.replace(location.pathname);
  // What was refused is told in place, and not asked for a second time.
  const main = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
  if (!main) return form.submit();
  document.querySelector("main").replaceWith(document.adoptNode(main));
  scrollTo(0, 0);
  main.focus();
});
