import { openSearch } from "./search-dialog.ts";

/** Replaces the links to the list of all pages with search buttons, and listens for `/` and Ctrl or ⌘ K. */
export function addSearch(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>("a[data-search]")];
  const address = links[0]?.dataset["search"];
  if (!address) return;
  const open = () => openSearch(address);
  for (const link of links) link.replaceWith(toButton(link, open));
  addEventListener("keydown", (event) => {
    const isPalette = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey;
    const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event);
    if (event.defaultPrevented || !(isPalette || isSlash)) return;
    event.preventDefault();
    open();
  });
}

function toButton(link: HTMLAnchorElement, open: () => void): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = link.className;
  button.append(...link.childNodes);
  button.setAttribute("aria-label", "Search the documentation");
  button.addEventListener("click", open);
  // Fetch the code early: the pointer over the button makes a search likely.
  button.addEventListener("pointerover", () => void import("./search-index.ts"), { once: true });
  return button;
}

/**
 * True for a field with the focus, also inside the chat's shadow DOM. The field of a search that was just closed keeps the focus for a
 * moment; it does not count.
 */
function isTyping(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  if (!(target instanceof HTMLElement) || target.closest("dialog:not([open])")) return false;
  return target.isContentEditable || target.matches("input, textarea, select");
}
