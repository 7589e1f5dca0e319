/** `system` is the absence of a choice. */
type Theme = "light" | "system" | "dark";
const key = "parley-docs-theme";

const choices: { theme: Theme; name: string; path: string }[] = [
  {
    theme: "light",
    name: "Light",
    path: "M12 7.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 1 0 0-9M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.5M17.5 17.5L19 19M5 19l1.5-1.5M17.5 6.5L19 5",
  },
  { theme: "system", name: "Match system", path: "M4 5h16v11H4zM9 20h6M12 16v4" },
  { theme: "dark", name: "Dark", path: "M20 14A8 8 0 1 1 10 4a6.5 6.5 0 0 0 10 10z" },
];

/** Adds the switch for light, dark and system theme at its placeholders. */
export function addThemeSwitch(): void {
  for (const place of document.querySelectorAll<HTMLElement>("[data-theme-switch]")) {
    place.setAttribute("role", "group");
    place.setAttribute("aria-label", "Theme");
    place.append(...choices.map(toButton));
  }
  show();
}

/** The theme that is chosen here. */
export function chosenTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === "light" || theme === "dark" ? theme : "system";
}

function toButton({ theme, name, path }: (typeof choices)[number]): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.dataset["theme"] = theme;
  button.title = name;
  button.setAttribute("aria-label", name);
  button.append(drawing(path));
  button.addEventListener("click", () => choose(theme));
  return button;
}

function drawing(path: string): SVGElement {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  const line = document.createElementNS(space, "path");
  const look = { width: 16, height: 16, viewBox: "0 0 24 24", fill: "none", stroke: "currentColor", "stroke-width": 2 };
  for (const [name, value] of Object.entries(look)) svg.setAttribute(name, String(value));
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}

function choose(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset["theme"];
  else dataset["theme"] = theme;
  try {
    if (theme === "system") localStorage.removeItem(key);
    else localStorage.setItem(key, theme);
  } catch {
    // Storage is blocked: the choice holds for this page.
  }
  show();
  dispatchEvent(new Event("parley-docs:theme"));
}

/** Marks the choice, and lets pictures follow it: their dark twin knows only the system's theme by itself. */
function show(): void {
  const chosen = chosenTheme();
  for (const button of document.querySelectorAll<HTMLElement>("[data-theme-switch] button")) {
    button.setAttribute("aria-pressed", String(button.dataset["theme"] === chosen));
  }
  const media = { light: "not all", system: "(prefers-color-scheme: dark)", dark: "all" }[chosen];
  for (const source of document.querySelectorAll("source[media]")) source.setAttribute("media", media);
}
