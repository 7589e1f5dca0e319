// Sets the theme that was chosen before anything is drawn. Who chose none has the one of the system.
try {
  const theme = localStorage.getItem("parley-docs-theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage is blocked: nothing was kept.
}
