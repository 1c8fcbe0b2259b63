// Runs before the first paint, and also where modules do not: sets the kept theme, and marks a page that was opened as
// a file, to which browsers give no modules and no Workers.
"use strict";
(() => {
  const root = document.documentElement;
  if (location.protocol === "file:") root.dataset.file = "yes";
  try {
    const theme = localStorage.getItem("sixfold.theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch {
    // Without storage the system's theme it is.
  }
})();
