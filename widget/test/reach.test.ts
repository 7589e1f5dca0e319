import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { escalatedTurn } from "./turns.ts";
import { WidgetPage } from "./widget-page.ts";

let on: WidgetPage;
beforeAll(async () => {
  on = await WidgetPage.start();
});
afterAll(() => on?.stop());
afterEach(() => on.leave());

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const activeId = () => on.page.evaluate(() => document.activeElement?.id);
const name = () => on.launcher.getAttribute("aria-label");

async function askAndWait(): Promise<void> {
  await on.ask("How do I allow subdomains?");
  await on.page.locator("parley-message .sources").waitFor();
}

/** What can be pressed and is seen, with the size that takes the press. */
function targets(): Promise<{ name: string; width: number; height: number }[]> {
  return on.page.evaluate(() => {
    const roots: (Document | ShadowRoot)[] = [document];
    const found: { name: string; width: number; height: number }[] = [];
    const own = (element: Element, x: number, y: number) => {
      const root = element.getRootNode() as ShadowRoot;
      const hit = root.elementFromPoint(x, y);
      return hit !== null && (hit === element || element.contains(hit));
    };
    for (const root of roots)
      for (const element of root.querySelectorAll("*")) {
        if (element.shadowRoot) roots.push(element.shadowRoot);
        if (element.localName !== "button" || element.id !== "") continue;
        const { x, y, width, height } = element.getBoundingClientRect();
        const [middleX, middleY] = [x + width / 2, y + height / 2];
        if (!own(element, middleX, middleY)) continue;
        const reach = (dx: number, dy: number) => {
          let far = 0;
          while (far < 100 && own(element, middleX + dx * far, middleY + dy * far)) far += 0.5;
          return far;
        };
        found.push({
          name: `${element.className} ${element.getAttribute("aria-label") ?? element.textContent?.trim()}`,
          width: reach(1, 0) + reach(-1, 0),
          height: reach(0, 1) + reach(0, -1),
        });
      }
    return found;
  });
}

describe("the focus", () => {
  it("goes back by Escape to the page's own button that opened the chat, and to the launcher when that did", async () => {
    await on.visit({ main: `<button id="help">Help</button>` });
    await on.launcher.waitFor();
    await on.page.evaluate(() => document.getElementById("help")?.setAttribute("type", "button"));
    await on.page
      .locator("#help")
      .evaluate((button) =>
        button.addEventListener("click", () =>
          (window as unknown as { Parley: (call: string) => void }).Parley("open"),
        ),
      );
    await on.page.locator("#help").focus();
    await on.page.keyboard.press("Enter");
    await on.page.locator("parley-composer textarea").press("Escape");
    await expect.poll(activeId).toBe("help");
    await on.launcher.focus();
    await on.page.keyboard.press("Enter");
    await on.page.locator("parley-composer textarea").press("Escape");
    await expect
      .poll(() => on.page.evaluate(() => document.activeElement?.getAttribute("data-parley")))
      .toBe("launcher");
  });

  it("stays where the visitor is when the page closes the chat", async () => {
    await on.visit({ main: `<input id="search">` });
    await on.open();
    await on.page.locator("#search").focus();
    await on.page.evaluate("Parley('close')");
    await expect.poll(() => on.panel.isVisible()).toBe(false);
    expect(await activeId()).toBe("search");
  });

  it("is not drawn around the whole panel on a phone", async () => {
    await on.visit(phone);
    await on.launcher.focus();
    await on.page.keyboard.press("Enter");
    await on.page.getByText("Hello! Ask me anything").waitFor();
    await expect.poll(() => on.panel.evaluate((panel) => panel.matches(":focus-visible"))).toBe(true);
    expect(await on.panel.evaluate((panel) => getComputedStyle(panel).outlineColor)).toBe("rgba(0, 0, 0, 0)");
  });
});

describe("the launcher's name", () => {
  it.each([
    ["en", "Chat, 2 unread"],
    ["de", "Chat, 2 ungelesen"],
    ["fr", "Chat, 2 non lus"],
    ["es", "Chat, 2 sin leer"],
    ["ar", "محادثة, 2 غير مقروءة"],
    ["pl", "Czat, 2 nieprzeczytane"],
    ["ja", "チャット, 未読2件"],
  ])("says how many answers are unread in %s", async (lang, expected) => {
    on.server.turn = escalatedTurn;
    await on.visit({ lang });
    await on.open();
    await on.ask("Pizza?");
    await on.page.locator("parley-escalation").waitFor();
    await on.launcher.click();
    await expect.poll(() => on.panel.isVisible()).toBe(false);
    on.server.ticket.say("agent", "Hello", { agent: { id: "a1", name: "Dana" } });
    on.server.ticket.say("agent", "again", { agent: { id: "a1", name: "Dana" } });
    await expect.poll(name).toBe(expected);
    await on.launcher.click();
    await on.launcher.click();
    await expect.poll(name).toBe(expected.replace(/,.*/, ""));
  });
});

describe("what can be pressed", () => {
  it.each([
    ["with a mouse", {}, 32],
    ["by a finger", phone, 44],
  ])("is large enough %s", async (_how, options, iconPx) => {
    await on.visit(options);
    await on.open();
    await askAndWait();
    const all = await targets();
    const icons = all.filter(({ name }) => /icon-button|round/.test(name));
    const marks = all.filter(({ name }) => name.startsWith("mark"));
    expect(icons.length).toBeGreaterThanOrEqual(5);
    expect(marks.length).toBeGreaterThanOrEqual(2);
    expect(icons.filter(({ width, height }) => Math.min(width, height) < iconPx)).toEqual([]);
    expect(all.filter(({ width, height }) => Math.min(width, height) < 24)).toEqual([]);
  });
});

describe("with forced colours", () => {
  it("everything that can be pressed, and every surface, has an edge, and the focus is seen", async () => {
    await on.visit({ forcedColors: "active" });
    await on.open();
    await askAndWait();
    await on.page.locator("parley-markdown .mark").first().click();
    await on.page.locator("parley-citation .card").waitFor();
    const withoutEdge = await on.page.evaluate(() => {
      const roots: (Document | ShadowRoot)[] = [document];
      const found: string[] = [];
      for (const root of roots)
        for (const element of root.querySelectorAll("*")) {
          if (element.shadowRoot) roots.push(element.shadowRoot);
          if (!element.matches("button, .panel, .card, .bubble, .menu, .frame, blockquote")) continue;
          const { outlineStyle, borderInlineStartStyle } = getComputedStyle(element);
          if (outlineStyle === "none" && borderInlineStartStyle === "none") found.push(element.className);
        }
      return found;
    });
    expect(withoutEdge).toEqual([]);
    await on.page.keyboard.press("Escape");
    await on.page.locator("parley-composer textarea").focus();
    const outlineOf = () =>
      on.page.evaluate(() => {
        let element: Element | null = document.activeElement;
        while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
        const drawn = element?.closest(".frame") ?? element;
        const { outlineStyle, outlineWidth } = drawn ? getComputedStyle(drawn) : { outlineStyle: "", outlineWidth: "" };
        return `${drawn?.className}: ${outlineStyle} ${outlineWidth}`;
      });
    const seen = new Set<string>();
    for (let step = 0; step < 12; step++) {
      seen.add(await outlineOf());
      await on.page.keyboard.press("Shift+Tab");
    }
    expect(seen.size).toBeGreaterThan(4);
    expect([...seen].filter((line) => !line.endsWith("solid 3px"))).toEqual([]);
  });
});

describe("on a phone", () => {
  it("Back leads out of what covers the conversation, then out of the chat, and leaves the page's router where it is", async () => {
    await on.visit({ ...phone });
    await on.page.evaluate(
      "window.seen = []; history.replaceState({ route: 7 }, ''); addEventListener('popstate', (event) => window.seen.push(location.pathname + location.hash + event.state.route))",
    );
    const before = await on.page.evaluate("history.length");
    await on.open();
    await askAndWait();
    const step = () => on.page.evaluate("history.state.parleyStep ?? 0");
    await expect.poll(step).toBe(1);
    await on.page.getByRole("button", { name: "More", exact: true }).click();
    await on.page.getByRole("menuitem", { name: "Your conversations" }).click();
    await expect.poll(step).toBe(2);
    expect(await on.page.evaluate("history.state.route")).toBe(7);
    await on.page.evaluate("history.back()");
    await expect.poll(() => on.page.locator("parley-conversations").count()).toBe(0);
    expect(await on.panel.isVisible()).toBe(true);
    await on.page.evaluate("history.back()");
    await on.panel.waitFor({ state: "hidden" });
    expect(await step()).toBe(0);
    expect(await on.page.evaluate("window.seen")).toEqual(["/7", "/7"]);
    // Closed by its own button, it leaves the history where it was.
    await on.launcher.click();
    await expect.poll(step).toBe(1);
    await on.page.getByRole("button", { name: "Close chat" }).click();
    await expect.poll(step).toBe(0);
    expect(await on.page.evaluate("history.length")).toBeLessThanOrEqual(Number(before) + 2);
  });

  it("Tab goes round in the panel and not to the page behind it, forth and back", async () => {
    await on.visit({ ...phone, main: "<button>Page</button><a href=#a>A</a>" });
    await on.open();
    await expect.poll(() => on.panel.getAttribute("aria-modal")).toBe("true");
    for (const key of ["Tab", "Shift+Tab"]) {
      for (let press = 0; press < 14; press += 1) {
        await on.page.keyboard.press(key);
        const where = await on.page.evaluate("document.activeElement.localName");
        // Between its last place and its first, the focus may be in the browser's own bar.
        expect(["parley-chat", "body"]).toContain(where);
      }
    }
  });
});
