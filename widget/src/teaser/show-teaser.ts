import { teaserCss } from "./teaser.styles.ts";

const svgNamespace = "http://www.w3.org/2000/svg";
/** Then it is out of the way. */
const shownMs = 30_000;

/** The button of the chat, when it is on the page to be pressed. */
export interface LauncherHere {
  element: HTMLElement;
  button: HTMLButtonElement;
  isOpen: boolean;
}

/** Nothing before the chat's tag has run, and where its button is hidden. */
export function launcherHere(): LauncherHere | undefined {
  const element = document.querySelector<HTMLElement>("[data-parley=launcher]");
  const button = element?.shadowRoot?.querySelector("button");
  if (!element || !button || element.hidden) return undefined;
  return { element, button, isOpen: button.getAttribute("aria-expanded") === "true" };
}

/** Says a line beside the launcher. A press on it opens the chat. @returns takes the line away. */
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
  // Whatever opens the chat, or takes the launcher away, ends it.
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
  // Beside the body, as the launcher.
  document.documentElement.append(element);
  // Into a region that is there already: only then is it spoken.
  setTimeout(() => line.append(text), 50);
  return close;
}

function draw(word: string, { onOpen, onClose }: { onOpen: () => void; onClose: () => void }) {
  const box = document.createElement("div");
  // As its text runs, whatever the page says.
  box.dir = "auto";
  // What is in a button is told with the button alone, so the button is in what is told.
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
