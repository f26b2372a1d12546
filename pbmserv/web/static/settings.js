// What is chosen leads to the settings again, in place of themselves: the way back leads to where one came from.

addEventListener("submit", async (event) => {
  const {target: form} = event;
  if (!form.matches("[action^='/settings/choose/']")) return;
  event.preventDefault();
  try {
    const body = new URLSearchParams(new FormData(form)), answer = await fetch(form.action, {method: "POST", body, redirect: "manual"});
    if (answer.type === "opaqueredirect") return location.replace(location.pathname);
  } catch {
    // The browser says what is wrong.
  }
  // What was refused is shown on a page of its own.
  form.submit();
});
