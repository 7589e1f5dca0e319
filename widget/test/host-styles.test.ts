import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { WidgetPage } from "./widget-page.ts";

/** What pages have in their style sheets, from careless resets to the worst one can write. */
const resets = [
  "* { all: unset !important }",
  "* { all: revert !important }",
  "* { all: inherit !important }",
  "html, body { all: unset !important }",
  "parley-chat, [data-parley] { all: unset !important; display: block !important }",
  "div { margin: 50px !important; padding: 50px !important }",
  "body > *, html > :not(head, body) { display: none !important }",
  "body > *, html > :not(head, body) { display: flex !important; position: static !important }",
  "body > *:not(main) { position: absolute !important; inset: 0 !important }",
  "body > div, html > div { float: left !important; width: 100% !important; height: 10px !important }",
  "body > div:empty, body > :not(:defined), body > :empty { display: none !important }",
  "* { box-sizing: content-box !important; border: 7px solid red !important; outline: 5px dashed lime !important }",
  "* { text-transform: uppercase !important; font-variant: small-caps !important }",
  "* { letter-spacing: 0.5em !important; word-spacing: 2em !important; text-indent: 3em !important }",
  "* { font: italic 900 40px/3 serif !important; font-size-adjust: 0.9 !important; font-stretch: expanded !important }",
  "html { font-size: 62.5% } body { font: 8px/1 monospace; color: yellow; letter-spacing: 4px }",
  "* { direction: rtl !important; unicode-bidi: bidi-override !important }",
  "* { writing-mode: vertical-rl !important; text-orientation: upright !important }",
  "* { visibility: hidden !important; opacity: 0.2 !important }",
  "body > *, html > :not(head, body) { cursor: wait !important; pointer-events: none !important; user-select: none !important }",
  "body > *, html > :not(head, body) { transform: rotate(9deg) scale(2) !important; rotate: 5deg !important; translate: 40px !important; scale: 0.5 !important }",
  "body > *, html > :not(head, body) { filter: invert(1) blur(3px) !important; mix-blend-mode: difference !important; backdrop-filter: blur(9px) !important }",
  "body > *, html > :not(head, body) { clip-path: inset(50%) !important; mask-image: linear-gradient(red, transparent) !important; contain: strict !important }",
  "body > *, html > :not(head, body) { overflow: scroll !important; columns: 3 !important; zoom: 2 !important; resize: both !important }",
  "body > *, html > :not(head, body) { max-width: 30px !important; min-width: 0 !important; max-height: 30px !important; aspect-ratio: 1 !important }",
  "body > *, html > :not(head, body) { transition: all 9s !important; animation: spin 9s infinite !important } @keyframes spin { to { transform: rotate(1turn); opacity: 0 } }",
  "* { z-index: -1 !important; isolation: isolate !important }",
  "body { display: grid; place-items: center } body > *, html > div { order: -5 !important; grid-area: 1/1 !important; justify-self: end !important }",
  "* { text-align: center !important; white-space: nowrap !important; line-height: 0 !important; hyphens: auto !important }",
  "* { color: red !important; background: yellow !important; text-shadow: 2px 2px red !important; box-shadow: 0 0 9px red !important }",
  "*::before, *::after { content: 'x' !important; display: block !important; height: 90px !important }",
  "button, section, textarea, svg, p, ul { display: none !important; font-size: 90px !important }",
  "[hidden] { display: block !important } :host { display: none !important }",
  "body > *, html > :not(head, body) { content-visibility: hidden !important; inset: auto !important; margin: auto !important }",
  "* { color-scheme: dark !important; caret-color: red !important; accent-color: red !important; list-style: square !important }",
];

let on: WidgetPage;
beforeAll(async () => {
  on = await WidgetPage.start();
});
afterAll(() => on?.stop());
afterEach(() => on.leave());

type Looks = Record<string, string>;

/** Place and computed style of the hosts and all that is in their shadow trees. Runs in the page. */
function looks(): Looks {
  const found: Looks = {};
  const look = (element: Element, path: string) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    // A custom property of the page's own may say what it likes; these are what is seen.
    const seen = [...style]
      .filter((name) => !name.startsWith("--"))
      .map((name) => `${name}:${style.getPropertyValue(name)}`);
    found[path] = [x, y, width, height, ...seen].join(";");
    for (const [at, child] of [...(element.shadowRoot ?? element).children].entries())
      look(child, `${path}/${child.localName}${at}`);
  };
  for (const element of document.querySelectorAll("[data-parley], parley-chat")) look(element, element.localName);
  return found;
}

/** A page of its own, with what stands on many. */
const host =
  '<header style="position:sticky;top:0">Shop</header><h1>Hello</h1><p>Some text</p><div><img width="90" height="40" alt="">' +
  '<button>Buy</button></div><ul><li>One</li><li>Two</li></ul><div style="height:1200px"></div><footer>End</footer>';

/** Notes each time something on the page is moved by something else, also right after a key or a click. */
const noteShifts = `window.shifts = [];
  const nameOf = ({ node }) => node?.nodeName ?? "of the widget";
  const note = ({ value, sources }) => window.shifts.push(value + " " + sources.map(nameOf));
  new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type: "layout-shift", buffered: true });`;

/** What was moved since the page was loaded, once it has been painted. */
function shifts(): Promise<string[]> {
  return on.page.evaluate(
    `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(window.shifts)))))`,
  );
}

/** Boxes of the page's own elements, and how far the page can be scrolled. Runs in the page. */
function ownBoxes(): Looks {
  for (const animation of document.getAnimations()) animation.currentTime = 0;
  const { scrollWidth, scrollHeight } = document.documentElement;
  const box = (element: Element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x, y, width, height].join(";");
  };
  const own = [...document.querySelectorAll("html, body, main, main *")];
  const found = own.map((element, at) => [`${element.localName}${at}`, box(element)]);
  return Object.fromEntries([...found, ["scrolls", `${scrollWidth};${scrollHeight}`]]);
}

/** Names of what differs, with the first properties that do. Runs in the page. */
function differences(before: Looks, after: Looks): string[] {
  const paths = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...paths].flatMap((path) => {
    const now = new Set(after[path]?.split(";"));
    const lost = (before[path] ?? "nothing").split(";").filter((part) => !now.has(part));
    return lost.length === 0 ? [] : [`${path}: ${lost.slice(0, 4).join(" ")}`];
  });
}

/** What some style sheets, one after the other, change of the widget; and the boxes that the page's own elements have with each. */
function under(page: Page, sheets: readonly string[]): Promise<{ seen: number; changed: string[]; boxes: Looks }[]> {
  return page.evaluate(`(() => {
    const plain = (${looks})();
    return ${JSON.stringify(sheets)}.map((sheet) => {
      const style = document.head.appendChild(document.createElement("style"));
      style.textContent = sheet;
      const after = (${looks})();
      const found = { seen: Object.keys(after).length, changed: (${differences})(plain, after), boxes: (${ownBoxes})() };
      style.remove();
      return found;
    });
  })()`);
}

describe("a page's style sheet", () => {
  it("changes nothing of the launcher and the open panel, nor do they change anything of the page", async () => {
    await on.visit({ main: host });
    await on.open();
    const withIt = await under(on.page, resets);
    const alone = await on.page.context().newPage();
    await alone.setContent(on.host.html.replace(/<script.*<\/script>/, ""));
    const without = await under(alone, resets);
    for (const [at, reset] of resets.entries()) {
      expect(withIt[at]?.seen).toBeGreaterThan(20);
      expect(withIt[at]?.changed, reset).toEqual([]);
      expect(Object.keys(withIt[at]?.boxes ?? {}).length).toBeGreaterThan(10);
      expect(withIt[at]?.boxes, reset).toEqual(without[at]?.boxes);
    }
  });

  it.each([
    "",
    "* { all: unset !important }",
    "[hidden], body > * { display: block !important; visibility: visible !important }",
  ])("leaves opening and closing as they are, which move nothing: %s", async (reset) => {
    await on.visit({ style: reset, main: host, before: noteShifts });
    await on.launcher.waitFor();
    expect(await shifts()).toEqual([]);
    await on.open();
    await on.page.mouse.move(0, 0);
    expect(await on.panel.boundingBox()).toMatchObject({ x: 680, width: 400 });
    await expect.poll(() => on.launcher.boundingBox()).toEqual({ x: 1024, y: 724, width: 56, height: 56 });
    await on.launcher.click();
    await expect.poll(() => on.panel.isVisible()).toBe(false);
    await on.launcher.click();
    await expect.poll(() => on.panel.isVisible()).toBe(true);
    expect(await shifts()).toEqual([]);
    // They would be seen.
    await on.page.evaluate(() => document.body.prepend("much text ".repeat(900)));
    expect(await shifts()).not.toEqual([]);
  });
});
