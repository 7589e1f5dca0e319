import "./styles/base.css";
import "./styles/frame.css";
import "./styles/text.css";
import "./styles/code.css";
import "./styles/landing.css";
import "./styles/search.css";
import "./styles/live-theming.css";
import "./styles/phone.css";
import "./styles/print.css";
import { addAssistant } from "./assistant.ts";
import { addCopyButtons, copyAnchors } from "./copy.ts";
import { addSearch } from "./search.ts";
import { markCurrentSection } from "./sections.ts";
import { addThemeSwitch } from "./theme-switch.ts";

addThemeSwitch();
addSearch();
followPages();
addCopyButtons();
copyAnchors();
markCurrentSection();
void addAssistant();
if (document.querySelector("form.theming")) void import("./live-theming.ts").then(({ followForm }) => followForm());

/** The sidebar: shows the page that is read, and keeps the keyboard inside while it lies over the page. */
function followPages(): void {
  const pages = document.querySelector<HTMLElement>("#pages");
  const current = pages?.querySelector<HTMLElement>("[aria-current]");
  if (!pages) return;
  bring(current, pages);
  pages.addEventListener("toggle", (event) => {
    if ((event as ToggleEvent).newState !== "open") return;
    bring(current, pages);
    (current ?? pages.querySelector<HTMLElement>("a"))?.focus({ preventScroll: true });
  });
  pages.addEventListener("focusout", ({ relatedTarget }) => {
    if (pages.matches(":popover-open") && relatedTarget instanceof Node && !pages.contains(relatedTarget)) {
      pages.hidePopover();
    }
  });
}

/** Scrolls the list alone, never the page. */
function bring(link: HTMLElement | null | undefined, pages: HTMLElement): void {
  if (!link) return;
  const [at, around] = [link.getBoundingClientRect(), pages.getBoundingClientRect()];
  if (at.top < around.top || at.bottom > around.bottom) {
    pages.scrollTop += at.top - around.top - around.height / 3;
  }
}
