import { countVisible } from "./blocks.ts";
import type { HtmlElement, HtmlPage } from "./html-signs.ts";

/** Elements without text of the page. */
const noText =
  "title,script,style,noscript,template,svg,canvas,iframe,object,embed,video,audio,link,meta,input,select,textarea";
/** The parts around a page's own text. */
const frame = [
  "nav,header:not(article header):not(main header),footer:not(article footer):not(main footer)",
  "[role=navigation],[role=banner],[role=contentinfo],[role=search],button",
].join(",");
/** Parts of the text that are left out on purpose. They lower the coverage. */
const leftOut = "aside,dialog,[hidden],[aria-hidden=true],[role=complementary],[role=dialog]";

const headings = "h1,h2,h3,h4,h5,h6,[role=heading],summary,dt";
/** Elements that open and close a part of the page. */
const controls =
  "[aria-controls],[aria-expanded],[role=tab],[data-bs-target],[data-target],[data-bs-toggle=tab],[data-toggle=tab],[data-toggle=collapse]";
/** Panels that need no control. */
const panels =
  '[hidden="until-found"],[role=tabpanel],[role=region][aria-labelledby][hidden],[role=region][aria-labelledby][aria-hidden=true]';
/** Most panels whose tab is found by its position. */
const maxPanels = 300;
/** Most controls that are followed; a page of questions has a few hundred. */
const maxControls = 5_000;
/** Parents between a control and the element beside its panel: heading, header, wrapper. */
const maxParents = 3;
/** Longest name of a panel. */
const maxNameChars = 200;

/** Most letters of a cell that shows a symbol, and most symbols of a cell. */
const maxSymbolChars = 40;
const maxSymbols = 5;

/** The attribute with the name of a panel, which the block reader shows as a heading. */
export const panelName = "data-panel-name";
/** The attribute of a panel below its own heading. The text after it belongs to the section around them. */
export const panelEnd = "data-panel-end";

/**
 * Removes everything that is not text of the page. Collapsed parts that a visitor can open are text: panels of accordions and tabs, and
 * what the browser's search opens. @returns letters and digits of the parts that were left out
 */
export function removeChrome(page: HtmlPage): number {
  openPanels(page);
  // A heading may hold a button, and a button a heading.
  for (const button of page.querySelectorAll("button")) {
    const heading = button.closest(headings);
    if (heading ? isWholeText(button, heading) : button.querySelector(headings)) unwrap(button);
  }
  keepSymbols(page);
  for (const element of page.querySelectorAll(`${noText},${frame}`)) element.remove();
  let chars = 0;
  for (const element of page.querySelectorAll(leftOut)) {
    const isAside = element.matches("aside,[role=complementary]") && !element.closest("main,article");
    if (element.isConnected && !isAside) chars += countVisible(element.textContent ?? "");
    element.remove();
  }
  return chars;
}

function openPanels(page: HtmlPage): void {
  const found = [...page.querySelectorAll(controls)].slice(0, maxControls);
  const byId = new Map<string, HtmlElement>();
  if (found.length > 0)
    for (const element of page.querySelectorAll("[id]")) if (!byId.has(element.id)) byId.set(element.id, element);
  for (const control of found) {
    if (control.closest("nav,[role=navigation],[role=dialog],dialog,[aria-haspopup]:not([aria-haspopup=false])"))
      continue;
    const named = targetsOf(control).flatMap((id) => byId.get(id) ?? []);
    const panels = named.length > 0 ? named : besideOf(control);
    for (const panel of panels) if (canOpen(panel, control)) open(panel, control);
  }
  for (const control of plainControls(page))
    if (control.nextElementSibling) open(control.nextElementSibling, control, true);
  for (const [index, panel] of [...page.querySelectorAll(panels)].entries()) {
    const name =
      byId.get(panel.getAttribute("aria-labelledby") ?? "") ?? (index < maxPanels ? tabOf(panel) : undefined);
    open(panel, name ?? null);
  }
}

/** The ids that a control names: `aria-controls`, or the attributes of Bootstrap. */
function targetsOf(control: HtmlElement): string[] {
  const named = control.getAttribute("aria-controls") ?? "";
  const other = ["data-bs-target", "data-target", "href"].map((name) => control.getAttribute(name) ?? "");
  return [
    ...named.split(/\s+/),
    ...other.flatMap((value) => (/^#[^\s.>:]+$/.test(value) ? [value.slice(1)] : [])),
  ].filter((id) => id !== "");
}

/** Buttons without attributes that alternate with the parts below them. */
function plainControls(page: HtmlPage): HtmlElement[] {
  // The library compares all siblings for "button + div".
  const found = [...page.querySelectorAll("button")].slice(0, maxControls);
  const byParent = new Map<HtmlElement | null, HtmlElement[]>();
  for (const control of found) {
    const panel = control.nextElementSibling;
    if (!panel?.matches("div,section") || control.matches(controls) || panel.hasAttribute(panelName)) continue;
    const beside = byParent.get(panel.parentElement);
    if (beside) beside.push(control);
    else byParent.set(panel.parentElement, [control]);
  }
  return [...byParent.values()].filter((pairs) => pairs.length > 1).flat();
}

/** The element beside a control without a target: the next one, or the next one of its heading or wrapper. */
function besideOf(control: HtmlElement): HtmlElement[] {
  if (!control.hasAttribute("aria-expanded")) return [];
  let element: HtmlElement | null = control;
  for (let step = 0; element && step <= maxParents; step += 1) {
    const next = element.nextElementSibling;
    // The style sheet may hide what has no attribute.
    if (next) return isHidden(next) || next.matches("div,section,dd") ? [next] : [];
    element = element.parentElement;
  }
  return [];
}

function isHidden(element: HtmlElement): boolean {
  return element.hasAttribute("hidden") || element.getAttribute("aria-hidden") === "true";
}

/** Menus and lists of choices are no text, and neither is what contains its own control. */
function canOpen(panel: HtmlElement, control: HtmlElement): boolean {
  return (
    !panel.matches("nav,dialog,[role=menu],[role=listbox],[role=dialog],[role=navigation]") && !panel.contains(control)
  );
}

/** The tab of a panel without a name: the one with the same position. */
function tabOf(panel: HtmlElement): HtmlElement | undefined {
  if (panel.getAttribute("role") !== "tabpanel") return undefined;
  const parent = panel.parentElement;
  const beside = [...(parent?.children ?? [])].filter((each) => each.getAttribute("role") === "tabpanel");
  const inside = [...(parent?.querySelectorAll("[role=tab]") ?? [])];
  const tabs = inside.length > 0 ? inside : [...(parent?.parentElement?.querySelectorAll("[role=tab]") ?? [])];
  return tabs.length === beside.length ? tabs[beside.indexOf(panel)] : undefined;
}

/** Shows a panel. The text of its control is its name, unless a heading has it already. */
function open(panel: HtmlElement, control: HtmlElement | null, isControlled = false): void {
  const isCollapsed =
    isControlled ||
    isHidden(panel) ||
    control?.hasAttribute("aria-expanded") ||
    panel.getAttribute("role") === "tabpanel";
  panel.removeAttribute("hidden");
  panel.removeAttribute("aria-hidden");
  const style = panel.getAttribute("style");
  if (style) panel.setAttribute("style", style.replace(/display\s*:\s*none/gi, ""));
  const name = (control?.textContent ?? "").replace(/\s+/g, " ").trim();
  const isTab = control?.matches("[role=tab],[data-bs-toggle=tab],[data-toggle=tab]") ?? false;
  if (!control || !(isCollapsed || isTab)) return;
  if (control.closest(headings) || control.querySelector(headings)) return panel.setAttribute(panelEnd, "");
  if (countVisible(name) === 0 || name.length > maxNameChars || panel.hasAttribute(panelName)) return;
  panel.setAttribute(panelName, name);
  if (control.nodeName !== "BUTTON") control.textContent = "";
}

/**
 * Keeps a symbol that is all that a table cell shows: a mark that is hidden from screen readers, and the name of a picture. A tick as a
 * picture has the text "yes".
 */
function keepSymbols(page: HtmlPage): void {
  for (const cell of page.querySelectorAll("td,th")) {
    if (countVisible(cell.textContent ?? "") > maxSymbolChars) continue;
    const symbols = [...cell.querySelectorAll("img[alt],svg,[aria-label],[aria-hidden=true]")].slice(0, maxSymbols);
    for (const symbol of symbols) {
      if (!isWholeText(symbol, cell)) continue;
      symbol.removeAttribute("aria-hidden");
      const title = symbol.querySelector("title")?.textContent;
      const name = symbol.getAttribute("alt") ?? symbol.getAttribute("aria-label") ?? title ?? "";
      if (name.trim() !== "" && !/\p{L}|\p{N}/u.test(symbol.textContent ?? "")) symbol.replaceWith(name);
    }
  }
}

function isWholeText(part: HtmlElement, whole: HtmlElement): boolean {
  const text = (element: HtmlElement) => (element.textContent ?? "").replace(/\s+/g, "");
  return text(part) === text(whole);
}

function unwrap(element: HtmlElement): void {
  element.replaceWith(...element.childNodes);
}
