import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { WidgetPage } from "./widget-page.ts";

let on: WidgetPage;
beforeAll(async () => {
  on = await WidgetPage.start();
});
afterAll(() => on?.stop());
afterEach(() => on.leave());

const field = () => on.page.locator("parley-composer textarea");
/** Waits for the part that keeps panel and page apart. */
const guarded = () =>
  expect
    .poll(() =>
      on.page.evaluate("performance.getEntriesByType('resource').some(({ name }) => /panel-host-/.test(name))"),
    )
    .toBe(true);
const seen = () => on.page.evaluate("window.seen");

describe("a page with single-key shortcuts", () => {
  const shortcuts = (how: string) => `
    window.seen = [];
    const note = (event) => {
      const { tagName, isContentEditable } = event.target;
      if (/^(INPUT|TEXTAREA)$/.test(tagName) || (event.type === "keydown" && isContentEditable)) return;
      seen.push(event.type + ":" + (event.key ?? ""));
      if (event.key !== "Tab") event.preventDefault();
    };
    for (const type of ["keydown", "keypress", "keyup", "beforeinput", "input", "paste", "compositionstart", "compositionend"])
      ${how}.addEventListener(type, note, ${how === "document"});`;

  it.each(["window", "document"])(
    "hears nothing of what is typed into the chat, by listeners of the %s",
    async (how) => {
      await on.visit({ before: shortcuts(how) });
      await on.open();
      await guarded();
      await field().click();
      await on.page.evaluate("seen.length = 0");
      await on.page.keyboard.type("fast / next page");
      await on.page.keyboard.insertText("日本");
      expect(await field().inputValue()).toBe("fast / next page日本");
      await on.page.evaluate(() => {
        const target = document
          .querySelector("parley-chat")
          ?.shadowRoot?.querySelector("parley-composer")
          ?.shadowRoot?.querySelector("textarea");
        target?.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, composed: true, cancelable: true }));
        target?.dispatchEvent(new CompositionEvent("compositionstart", { bubbles: true, composed: true }));
      });
      expect(await seen()).toEqual([]);
      expect(await on.page.evaluate("sessionStorage['parley:5b7c1f1e-0000-7000-8000-000000000001']")).toContain(
        "fast / next page日本",
      );
      await on.page.keyboard.press("Shift+Enter");
      expect(await field().inputValue()).toBe("fast / next page日本\n");
      await on.page.keyboard.press("Enter");
      await expect.poll(() => on.server.ticket.received).toEqual(["fast / next page日本"]);
      expect(await field().inputValue()).toBe("");
      await on.page.keyboard.press("Escape");
      await expect.poll(() => on.panel.isVisible()).toBe(false);
    },
  );

  it("that come first of all leave the field alone, as they leave any editable element", async () => {
    await on.visit({
      before: `addEventListener("keydown", (event) => {
        if (event.target.isContentEditable !== true) event.preventDefault();
      }, true);`,
    });
    await on.page.evaluate("Parley('open')");
    await on.page.getByText("Hello! Ask me anything").waitFor();
    await field().click();
    await on.page.keyboard.type("pans");
    expect(await field().inputValue()).toBe("pans");
  });

  it("can be opened with the keyboard", async () => {
    await on.visit({
      before: `addEventListener("keydown", (event) => { if ("Enter ".includes(event.key)) event.preventDefault(); });`,
    });
    await on.launcher.focus();
    await on.page.keyboard.press("Enter");
    await on.page.getByText("Hello! Ask me anything").waitFor();
    await on.page.keyboard.press("Escape");
    await expect.poll(() => on.panel.isVisible()).toBe(false);
    await on.page.keyboard.press("Space");
    await expect.poll(() => on.panel.isVisible()).toBe(true);
  });
});

describe("a dialog of the page", () => {
  const draft = async () => {
    await on.open();
    await guarded();
    await field().click();
    await on.page.keyboard.type("half a quest");
  };

  it("that the browser makes modal closes the chat, which keeps the draft", async () => {
    await on.visit({ main: "<dialog><p>Sizes</p><button>Close</button></dialog>" });
    await draft();
    await on.page.evaluate("document.querySelector('dialog').showModal()");
    await expect.poll(() => on.panel.isVisible()).toBe(false);
    await on.page.evaluate("document.querySelector('dialog').close()");
    await on.launcher.click();
    expect(await field().inputValue()).toBe("half a quest");
  });

  it.each(["false", "true"])(
    "that takes the focus back when it leaves lets one type (capture: %s)",
    async (capture) => {
      await on.visit({ main: "<div id=trap role=dialog tabindex=-1>Newsletter <input></div>" });
      await draft();
      await on.page.evaluate(
        `document.addEventListener("focusin", (event) => trap.contains(event.target) || trap.focus(), ${capture}); trap.focus()`,
      );
      await field().click();
      await on.page.keyboard.type("ion");
      expect(await field().inputValue()).toBe("half a question");
    },
  );

  it("that lets no press through lets one type", async () => {
    await on.visit({ main: "<div id=trap role=dialog tabindex=-1>Newsletter <input></div>" });
    await draft();
    await on.page.evaluate(
      `document.addEventListener("mousedown", (event) => trap.contains(event.target) || event.preventDefault(), true); trap.focus()`,
    );
    await field().click();
    await on.page.keyboard.type("ion");
    await expect.poll(() => field().inputValue()).toBe("half a question");
  });

  it("that looks for the focus by itself closes the chat, which keeps the draft", async () => {
    await on.visit({ main: "<div id=trap role=dialog tabindex=-1>Newsletter <input></div>" });
    await draft();
    await on.page.evaluate(
      `trap.focus(); trap.addEventListener("focusout", () => setTimeout(() => trap.contains(document.activeElement) || trap.focus()))`,
    );
    await field().click();
    await expect.poll(() => on.panel.isVisible()).toBe(false);
    await on.page.evaluate("trap.remove()");
    await on.launcher.click();
    expect(await field().inputValue()).toBe("half a quest");
  });
});

describe("a page with a zoom of its own", () => {
  it.each([
    ["html { zoom: 1.1; font-size: 62.5% }", { width: 390, height: 740 }],
    [
      "html { zoom: 1.5 } html > *:empty:not(head), body > *:empty, div:empty { display: none }",
      { width: 390, height: 740 },
    ],
    ["html { zoom: 0.8 }", { width: 1280, height: 720 }],
    ["html { zoom: 1.4 }", { width: 1280, height: 720 }],
    ["html { zoom: 2 }", { width: 820, height: 1100 }],
  ])("has the head and the field of the chat on the screen: %s", async (style, viewport) => {
    await on.visit({ style, viewport });
    await on.open();
    const boxes = await on.page.evaluate(() => {
      const root = document.querySelector("parley-chat")?.shadowRoot;
      const composer = root?.querySelector("parley-composer")?.shadowRoot?.querySelector("textarea");
      return [root?.querySelector("parley-header"), composer, root?.querySelector(".panel")].map((part) =>
        part?.getBoundingClientRect().toJSON(),
      );
    });
    for (const box of boxes) {
      expect(box.top).toBeGreaterThanOrEqual(0);
      expect(box.left).toBeGreaterThanOrEqual(0);
      expect(box.right).toBeLessThanOrEqual(viewport.width + 1);
      expect(box.bottom).toBeLessThanOrEqual(viewport.height + 1);
    }
    expect(boxes[1].width).toBeGreaterThan(100);
  });
});
