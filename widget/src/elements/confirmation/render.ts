import { html, type TemplateResult } from "lit";
import { ref } from "lit/directives/ref.js";
import type { Texts } from "../../i18n/texts.ts";
import type { ArgumentRow } from "../../view/exact-arguments.ts";
import type { Outcome } from "../../view/tool-entries.ts";

/** One argument, after its present value where that is known. */
export function renderValue(row: ArgumentRow, words: Texts["tools"]): TemplateResult {
  if (row.before === undefined) return renderNew(row, words);
  // Screen readers get the words around both values instead of the line through the old one and the arrow.
  const [start, middle, end] = words.change.split(/\{before\}|\{after\}/);
  return html`<div class="change">
    <span class="only-spoken">${start}</span><del dir="auto">${row.before}</del><span class="arrow" aria-hidden="true">→</span
    ><span class="only-spoken">${middle}</span>
    <div>${renderNew(row, words)}</div>
    <span class="only-spoken">${end}</span>
  </div>`;
}

/** A new value, complete. A long one scrolls in its cell, with a note. */
function renderNew({ label, value }: ArgumentRow, words: Texts["tools"]): TemplateResult {
  if (value === "") return html`<span class="empty">${words.empty}</span>`;
  return html`<div class="value" dir="auto" ${ref((element) => watchHeight(element, label))}>${value}</div>
    <p class="more">${words.scroll}</p>`;
}

const observers = new WeakMap<Element, ResizeObserver>();

/** Makes a value that does not fit scrollable by keyboard, and shows the note below it. */
function watchHeight(element: Element | undefined, label: string): void {
  if (!element || observers.has(element)) return;
  const look = () => {
    const isCut = element.scrollHeight > element.clientHeight + 1;
    element.classList.toggle("scrolls", isCut);
    // Without a group role, a screen reader would read the name instead of the value.
    const given = isCut ? { tabindex: "0", role: "group", "aria-label": label } : {};
    for (const name of ["tabindex", "role", "aria-label"]) element.removeAttribute(name);
    for (const [name, value] of Object.entries(given)) element.setAttribute(name, value);
  };
  const observer = new ResizeObserver(look);
  observers.set(element, observer);
  observer.observe(element);
}

/** The decision on a change, in words. @param isOurs the decision was made here, not in another window. */
export function outcomeText(
  { outcome, by }: Outcome,
  { words, isOurs }: { words: Texts["tools"]; isOurs: boolean },
): string {
  const isTeam = by === "agent";
  const elsewhere = by === "visitor" && !isOurs ? ` ${words.elsewhere}.` : "";
  switch (outcome) {
    case "approved":
      return isTeam ? words.teamApproved : elsewhere === "" ? words.approved : `${words.approved}.${elsewhere}`;
    case "declined":
      return (isTeam ? words.teamDeclined : words.declined) + elsewhere;
    case "expired":
      return words.expired;
    case "withdrawn":
      return words.withdrawn;
    default:
      return outcome satisfies never;
  }
}
