// The browser knows the time zone; who signs up need not type it.

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone) {
  document.getElementById("timezone").value = zone;
  const told = document.getElementById("zone");
  told.querySelector("strong").textContent = zone.replaceAll("_", " ");
  told.hidden = false;
}
