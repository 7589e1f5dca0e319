import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { maxMessageChars } from "../../../../protocol/requests.ts";
import { type ElementPage, openElementPage } from "../../../test/element-page.ts";
import { longestMessageChars } from "./composer.ts";

let on: ElementPage;
beforeAll(async () => {
  on = await openElementPage();
});
afterAll(() => on?.close());

const field = () => on.page.getByRole("textbox", { name: "Message" });

describe("parley-composer", () => {
  it("is accessible", async () => {
    await on.mount("parley-composer", { placeholder: "Ask" });
    expect(await on.violations()).toEqual([]);
  });

  it("sends on Enter, breaks the line on Shift and Enter, and sends nothing empty", async () => {
    await on.mount("parley-composer", {});
    await field().press("Enter");
    await field().fill("   ");
    await field().press("Enter");
    await field().fill("One");
    await field().press("Shift+Enter");
    await field().pressSequentially("two ");
    await field().press("Enter");
    expect(await on.heard()).toEqual([["parley-send", { content: "One\ntwo" }]]);
    expect(await field().inputValue()).toBe("");
  });

  it("leaves Enter to an input method that is composing a word", async () => {
    await on.mount("parley-composer", {});
    await field().fill("にほん");
    await field().dispatchEvent("keydown", { key: "Enter", isComposing: true, bubbles: true });
    expect(await on.heard()).toEqual([]);
  });

  it("offers to stop a turn only while nothing is written", async () => {
    await on.mount("parley-composer", { busy: true });
    await on.page.getByRole("button", { name: "Stop" }).click();
    await field().fill("More");
    expect(await on.page.getByRole("button", { name: "Stop" }).count()).toBe(0);
    await on.page.getByRole("button", { name: "Send" }).click();
    expect((await on.heard()).map(([name]) => name)).toEqual(["parley-stop", "parley-send"]);
  });

  it("grows with its text up to a limit and says how much is left", async () => {
    await on.mount("parley-composer", {});
    const height = () => field().evaluate((element) => (element as HTMLElement).offsetHeight);
    const one = await height();
    await field().fill("a\nb\nc");
    const three = await height();
    expect(three).toBeGreaterThan(one);
    await field().fill(`${"words ".repeat(1_266)}more`);
    expect(await height()).toBeLessThan(three * 3);
    expect(await on.page.getByRole("status").textContent()).toBe("400 characters left");
  });

  it("keeps a text that is too long, says by how much, and does not send it", async () => {
    await on.mount("parley-composer", {});
    const text = "x".repeat(longestMessageChars + 1);
    await field().fill(text);
    expect(await on.page.getByRole("status").textContent()).toBe("Characters over the limit: 1");
    expect(await on.page.getByRole("button", { name: "Send" }).isDisabled()).toBe(true);
    await field().press("Enter");
    expect(await on.heard()).toEqual([]);
    expect(await field().inputValue()).toBe(text);
    await field().press("Backspace");
    await field().press("Enter");
    expect(await on.heard()).toEqual([["parley-send", { content: text.slice(1) }]]);
  });

  it("says how far over the limit a text is as an error, in the number format of the language", async () => {
    await on.mount("parley-composer", {});
    await field().fill("x".repeat(longestMessageChars + 22_000));
    await on.page.evaluate(`for (const [name, color] of [["danger", "red"], ["muted", "gray"]])
      document.querySelector("parley-composer").style.setProperty("--_" + name, color)`);
    const line = on.page.getByRole("status");
    expect(await line.textContent()).toBe("Characters over the limit: 22,000");
    const [shown, calm] = await line.evaluate((element) => {
      const colour = () => getComputedStyle(element).color;
      const over = colour();
      element.classList.remove("over");
      return [over, colour()];
    });
    expect(shown).not.toBe(calm);
  });

  it("allows as much as the protocol", () => {
    expect(longestMessageChars).toBe(maxMessageChars);
  });
});
