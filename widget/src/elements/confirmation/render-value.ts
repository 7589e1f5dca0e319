import { html, type TemplateResult } from "lit";
import { ref } from "lit/directives/ref.js";
import type { ToolWords } from "../../i18n/tools/tools-en.ts";
import type { ArgumentRow } from "../../view/exact-arguments.ts";

/** One argument, whole: a long one scrolls in its cell, and says so. */
export function renderValue({ label, value }: ArgumentRow, words: ToolWords): TemplateResult {
  if (value === "") return html`<span class="empty">${words.empty}</span>`;
  return html`<div class="value" dir="auto" aria-label=${label} ${ref(watchHeight)}>${value}</div>
    <p class="more">${words.scroll}</p>`;
}

const observers = new WeakMap<Element, ResizeObserver>();

/** What does not fit can be scrolled by keys, and has a line below that tells. */
function watchHeight(element: Element | undefined): void {
  if (!element || observers.has(element)) return;
  const look = () => {
    const isCut = element.scrollHeight > element.clientHeight + 1;
    element.classList.toggle("scrolls", isCut);
    element.toggleAttribute("tabindex", isCut);
    if (isCut) {
      element.setAttribute("tabindex", "0");
      element.setAttribute("role", "group");
    } else element.removeAttribute("role");
  };
  const observer = new ResizeObserver(look);
  observers.set(element, observer);
  observer.observe(element);
}
