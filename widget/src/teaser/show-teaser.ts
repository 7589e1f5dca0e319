import { teaserCss } from "./teaser.styles.ts";

const svgNamespace = "http://www.w3.org/2000/svg";
/** Time in ms after which the line disappears. */
const shownMs = 30_000;

/** The chat's launcher, when it is on the page and can be pressed. */
export interface LauncherHere {
  element: HTMLElement;
  button: HTMLButtonElement;
  isOpen: boolean;
}

/** The launcher. Undefined before the chat's script has run, and when the launcher is hidden. */
export function launcherHere(): LauncherHere | undefined {
  const element = document.querySelector<HTMLElement>("[data-parley=launcher]");
  const button = element?.shadowRoot?.querySelector("button");
  if (!element || !button || element.hidden) return undefined;
  return { element, button, isOpen: button.getAttribute("aria-expanded") === "true" };
}

/** Shows a line of text beside the launcher. A press on it opens the chat. @returns a function that removes the line. */
export function showTeaser({
  text,
  close: word,
  launcher,
}: {
  text: string;
  close: string;
  launcher: LauncherHere;
}): () => void {
  const { button } = launcher;
  const element = document.createElement("div");
  element.dataset["parley"] = "teaser";
  element.dataset["position"] = launcher.element.dataset["position"] ?? "right";
  const opening = new MutationObserver(() => close());
  const close = () => {
    opening.disconnect();
    clearTimeout(timer);
    element.remove();
  };
  // Every change of the launcher's state, such as opening the chat, removes the line.
  opening.observe(button, { attributes: true, attributeFilter: ["aria-expanded"] });
  const timer = setTimeout(() => !element.matches(":hover, :focus-within") && close(), shownMs);
  element.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    close();
    button.focus();
  });
  const { box, line } = draw(word, {
    onOpen: () => {
      close();
      button.click();
    },
    onClose: close,
  });
  const root = element.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(teaserCss);
  root.adoptedStyleSheets = [sheet];
  root.append(box);
  // Beside the body, like the launcher.
  document.documentElement.append(element);
  // Add the text to an existing region: only then do screen readers announce it.
  setTimeout(() => line.append(text), 50);
  return close;
}

function draw(word: string, { onOpen, onClose }: { onOpen: () => void; onClose: () => void }) {
  const box = document.createElement("div");
  // The text sets the direction, whatever the page sets.
  box.dir = "auto";
  // Screen readers announce a button's content only together with the button, so the button is inside the status region.
  const told = document.createElement("span");
  told.role = "status";
  const line = document.createElement("button");
  line.onclick = onOpen;
  told.append(line);
  const dismiss = document.createElement("button");
  dismiss.ariaLabel = word;
  dismiss.onclick = onClose;
  const icon = document.createElementNS(svgNamespace, "svg");
  icon.setAttribute("viewBox", "0 0 24 24");
  icon.ariaHidden = "true";
  const path = document.createElementNS(svgNamespace, "path");
  path.setAttribute("d", "M6 6l12 12M18 6L6 18");
  icon.append(path);
  dismiss.append(icon);
  box.append(told, dismiss);
  return { box, line };
}
