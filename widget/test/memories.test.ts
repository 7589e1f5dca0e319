import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { maxMemoryChars, memoryTypeSchema } from "../../protocol/memories.ts";
import * as wire from "../src/client/memories.ts";
import { axeFindings } from "./axe.ts";
import { MockMemories, memory } from "./mock-memories.ts";
import { layoutProblems } from "./states/layout-problems.ts";
import { type VisitOptions, WidgetPage } from "./widget-page.ts";

let on: WidgetPage;
beforeAll(async () => {
  on = await WidgetPage.start();
});
afterAll(() => on?.stop());
afterEach(async () => {
  await on.leave();
  on.server.tickets.clear();
});

const path = "/api/v1/chat/memories";
const plan = memory("Plan: Pro");
const german = memory("Prefers answers in German", { type: "preference" });
const dog = memory("Dog: Rex", { type: "entity", origin: "agent" });
/** Waits for a value; a busy machine takes its time over a picture. */
const soon = <T>(get: () => T) => expect.poll(get, { timeout: 20_000 });
const button = (name: string) => on.page.getByRole("button", { name, exact: true });
const field = () => on.page.getByRole("textbox", { name: "What should it say?" });
const contents = () => on.page.locator("parley-memory .content").allInnerTexts();
const heading = () => on.page.getByRole("heading", { name: "Your saved details" });
const alert = (text: string) => on.page.getByRole("alert").filter({ hasText: text });
const isFocused = (name: string) => button(name).evaluate((element) => element.matches(":focus"));
const asked = (method: string) =>
  on.server.requests.filter((request) => request.method === method && request.path.startsWith(path)).length;

function remember(...items: ReturnType<typeof memory>[]): MockMemories {
  on.server.memories = new MockMemories(items.map((item) => ({ ...item })));
  return on.server.memories;
}

async function openMenu(options: VisitOptions = {}): Promise<void> {
  await on.visit(options);
  await on.open();
  await button("More").press("Enter");
  await on.page.locator("[role=menuitem]:focus").waitFor();
}

async function open(options: VisitOptions = {}): Promise<void> {
  await openMenu(options);
  await on.page.getByRole("menuitem", { name: "Your saved details" }).click();
  await heading().waitFor();
}

async function correct(content: string, words: string): Promise<void> {
  await button(`Correct: ${content}`).click();
  await field().fill(words);
  await field().press("Enter");
}

describe("what is remembered of a visitor", () => {
  it("is offered to whom it is about, and its code and words come to nobody else", async () => {
    const fetched: string[] = [];
    await openMenu();
    expect(await on.page.getByRole("menuitem", { name: "Your saved details" }).count()).toBe(0);
    const names = await on.page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
    fetched.push(...names.filter((name) => /panel-memories-/.test(name)));
    expect(fetched).toEqual([]);
  });

  it("stands in groups, in plain words, with where it is from and when", async () => {
    remember(dog, german, plan, { ...memory("Ships on Fridays", { type: "procedure" }), origin: "visitor" });
    await open({ now: new Date("2026-02-11T11:30:00Z"), timezoneId: "UTC" });
    await soon(contents).toEqual(["Plan: Pro", "Prefers answers in German", "Dog: Rex", "Ships on Fridays"]);
    expect(await on.page.locator("parley-memories h4").allInnerTexts()).toEqual([
      "About you",
      "Your preferences",
      "Things you have",
      "How you do things",
    ]);
    const sources = await on.page.locator("parley-memory .source").allInnerTexts();
    expect(sources.map((text) => text.trim())).toEqual([
      "From a conversation · 2 hr. ago",
      "From a conversation · 2 hr. ago",
      "From our team · 2 hr. ago",
      "Corrected by you · 2 hr. ago",
    ]);
    expect(await on.page.locator("parley-memories .off").count()).toBe(0);
  });

  it("is corrected in its place, by keyboard alone, and the keyboard stays with it", async () => {
    const memories = remember(plan, german);
    await open();
    await button("Correct: Plan: Pro").press("Enter");
    await soon(() => field().evaluate((element) => element.matches(":focus"))).toBe(true);
    await on.page.keyboard.press("Escape");
    await soon(() => isFocused("Correct: Plan: Pro")).toBe(true);
    expect(await heading().isVisible()).toBe(true);
    await correct("Plan: Pro", "Plan:\n Basic ");
    await soon(() => isFocused("Correct: Plan: Basic")).toBe(true);
    expect(memories.items[0]).toMatchObject({ content: "Plan: Basic", origin: "visitor" });
    expect(await on.page.getByRole("status").filter({ hasText: "Corrected." }).count()).toBe(1);
    await on.page.locator("parley-memory .source").first().getByText("Corrected by you").waitFor();
  });

  it("says why other words are not taken, and keeps them", async () => {
    remember(plan, german);
    await open();
    await correct("Plan: Pro", " ");
    await alert("Please write something.").waitFor();
    expect(asked("PATCH")).toBe(0);
    await field().fill("My password is secret");
    await button("Save").click();
    await alert("We can’t remember this").waitFor();
    await field().fill("Prefers answers in German");
    await button("Save").click();
    await alert("We already remember this.").waitFor();
    expect(await field().inputValue()).toBe("Prefers answers in German");
    expect(await axeFindings(on.page)).toEqual([]);
  });

  it("is erased after a question, and the keyboard goes to what stands next", async () => {
    const memories = remember(plan, german, dog);
    await open();
    await button("Delete: Plan: Pro").press("Enter");
    await soon(() => isFocused("Keep")).toBe(true);
    await on.page.keyboard.press("Escape");
    await soon(() => isFocused("Delete: Plan: Pro")).toBe(true);
    expect(memories.items).toHaveLength(3);
    await button("Delete: Plan: Pro").press("Enter");
    await button("Delete").click();
    await soon(contents).toEqual(["Prefers answers in German", "Dog: Rex"]);
    await soon(() => isFocused("Correct: Prefers answers in German")).toBe(true);
    expect(memories.items.map(({ content }) => content)).toEqual(["Prefers answers in German", "Dog: Rex"]);
    expect(await on.page.getByRole("heading", { name: "About you" }).isVisible()).toBe(false);
    expect(await on.page.getByRole("status").filter({ hasText: "Deleted." }).count()).toBe(1);
  });

  it("is erased altogether after a question, and says that there is nothing", async () => {
    const memories = remember(plan, german);
    await open();
    await button("Delete everything").click();
    await soon(() => isFocused("Keep")).toBe(true);
    expect(await axeFindings(on.page)).toEqual([]);
    await on.page.keyboard.press("Escape");
    await soon(() => isFocused("Delete everything")).toBe(true);
    expect(memories.items).toHaveLength(2);
    await button("Delete everything").press("Enter");
    await on.page.getByRole("group", { name: "Delete everything for good?" }).getByRole("button").first().click();
    await on.page.getByText("We don’t remember anything about you.").waitFor();
    expect(memories.items).toEqual([]);
    expect(await on.page.getByRole("status").filter({ hasText: "Everything was deleted." }).count()).toBe(1);
    expect(await button("Delete everything").count()).toBe(0);
    expect(await axeFindings(on.page)).toEqual([]);
  });

  it("is left by Escape and by Back, to the button that led to it", async () => {
    remember(plan);
    await open();
    await soon(() => heading().evaluate((element) => element.matches(":focus"))).toBe(true);
    await on.page.keyboard.press("Escape");
    await soon(() => isFocused("More")).toBe(true);
    expect(await on.panel.isVisible()).toBe(true);
    await button("More").press("Enter");
    await on.page.getByRole("menuitem", { name: "Your saved details" }).press("Enter");
    await heading().waitFor();
    await button("Back").press("Enter");
    await soon(() => isFocused("More")).toBe(true);
  });

  it("says when the tenant has stopped remembering", async () => {
    remember(plan).isEnabled = false;
    await open();
    await on.page.getByText("Memory is off. Nothing new is saved, and nothing here is used.").waitFor();
    await soon(contents).toEqual(["Plan: Pro"]);
  });
});

describe("where something does not work", () => {
  it("says that it could not be loaded, and tries again", async () => {
    remember(plan);
    on.server.failures.set(path, { status: 503, code: "unavailable" });
    await open();
    await alert("Your saved details couldn’t be loaded.").waitFor();
    expect(await axeFindings(on.page)).toEqual([]);
    on.server.failures.clear();
    await button("Retry").click();
    await soon(contents).toEqual(["Plan: Pro"]);
  });

  it("says that there is no line, keeps what was written, and loads when the line is back", async () => {
    const memories = remember(plan);
    await open();
    await soon(contents).toEqual(["Plan: Pro"]);
    await button("Correct: Plan: Pro").click();
    await field().fill("Plan: Basic");
    await on.page.context().setOffline(true);
    await button("Save").click();
    await alert("You’re offline. Nothing was changed.").waitFor();
    expect(await field().inputValue()).toBe("Plan: Basic");
    expect(memories.items[0]?.content).toBe("Plan: Pro");
    await on.page.keyboard.press("Escape");
    await on.page.keyboard.press("Escape");
    await button("More").click();
    await on.page.getByRole("menuitem", { name: "Your saved details" }).click();
    await alert("You’re offline. This will load when you’re back.").waitFor();
    expect(await axeFindings(on.page)).toEqual([]);
    await on.page.context().setOffline(false);
    await soon(contents).toEqual(["Plan: Pro"]);
  });

  it("says that erasing failed, and takes the next try", async () => {
    const memories = remember(plan);
    await open();
    await soon(contents).toEqual(["Plan: Pro"]);
    on.server.failures.set(path, { status: 500, code: "internal" });
    await button("Delete everything").click();
    const group = on.page.getByRole("group", { name: "Delete everything for good?" });
    await group.getByRole("button", { name: "Delete everything" }).click();
    await alert("That didn’t work. Please try again.").waitFor();
    expect(memories.items).toHaveLength(1);
    on.server.failures.clear();
    await group.getByRole("button", { name: "Delete everything" }).click();
    await on.page.getByText("We don’t remember anything about you.").waitFor();
  });
});

describe("of what somebody else changes meanwhile", () => {
  it("a correction of what was erased says so, and leaves the words to be copied", async () => {
    const memories = remember(plan, german);
    await open();
    await button("Correct: Plan: Pro").click();
    memories.items = memories.items.filter(({ content }) => content !== "Plan: Pro");
    await field().fill("Plan: Basic");
    await button("Save").click();
    await alert("This was deleted elsewhere.").waitFor();
    expect(await field().inputValue()).toBe("Plan: Basic");
    expect(await button("Save").count()).toBe(0);
    expect(memories.items.map(({ content }) => content)).toEqual(["Prefers answers in German"]);
    await button("Cancel").click();
    await soon(contents).toEqual(["Prefers answers in German"]);
  });

  it("a correction of what was changed shows what stands there now, and is taken the second time", async () => {
    const memories = remember(plan);
    await open();
    await button("Correct: Plan: Pro").click();
    memories.items = [{ ...plan, content: "Plan: Team" }];
    await field().fill("Plan: Basic");
    await button("Save").click();
    await alert("It now says: Plan: Team").waitFor();
    expect(memories.items[0]?.content).toBe("Plan: Team");
    await button("Save").click();
    await soon(() => isFocused("Correct: Plan: Basic")).toBe(true);
    expect(memories.items[0]?.content).toBe("Plan: Basic");
  });

  it("nothing is erased that nobody here has read", async () => {
    const memories = remember(plan);
    await open();
    await button("Delete: Plan: Pro").click();
    memories.items = [{ ...plan, content: "Plan: Team" }];
    await button("Delete").click();
    await alert("It now says: Plan: Team").waitFor();
    expect(asked("DELETE")).toBe(0);
    await button("Delete").click();
    await on.page.getByText("We don’t remember anything about you.").waitFor();
    expect(memories.items).toEqual([]);
  });

  it("a tab that is looked at again shows it, unless somebody writes in it", async () => {
    const memories = remember(plan);
    await open();
    await soon(contents).toEqual(["Plan: Pro"]);
    memories.items.push(german);
    const before = asked("GET");
    await on.page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await soon(contents).toEqual(["Plan: Pro", "Prefers answers in German"]);
    await button("Correct: Plan: Pro").click();
    await field().fill("Plan: B");
    await on.page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await field().fill("Plan: Basic");
    await field().press("Enter");
    await soon(() => isFocused("Correct: Plan: Basic")).toBe(true);
    // One for the look, one before the words were put in: none for the look while somebody wrote.
    expect(asked("GET") - before).toBe(2);
  });
});

it("long words have room on a phone of 320 points, from right to left, in the dark and in forced colours", async () => {
  remember(memory("Schifffahrtsgesellschaft".repeat(12)), german);
  await on.visit({ lang: "he", viewport: { width: 320, height: 568 }, colorScheme: "dark", forcedColors: "active" });
  await on.launcher.click();
  await on.page.locator("parley-header .more").click();
  await on.page.getByRole("menuitem", { name: "הפרטים השמורים שלך" }).click();
  await soon(() => on.page.locator("parley-memory").count()).toBe(2);
  await on.page.locator("parley-memory .erase").first().click();
  await on.page.locator("parley-memory .danger").waitFor();
  expect(await layoutProblems(on.page)).toEqual([]);
  expect(await axeFindings(on.page)).toEqual([]);
});

it("the widget knows the protocol's types and limits", () => {
  expect([...wire.memoryTypes].sort()).toEqual([...memoryTypeSchema.options].sort());
  expect(wire.maxMemoryChars).toBe(maxMemoryChars);
});
