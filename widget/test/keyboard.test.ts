import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { english as said } from "./states/said.ts";
import { shownFocus } from "./states/shown-focus.ts";
import { enter } from "./states/states.ts";
import { confirmation, confirmTurn, settle } from "./tool-turns.ts";
import { askWhich, citedTurn, escalatedTurn } from "./turns.ts";
import { WidgetPage } from "./widget-page.ts";

let on: WidgetPage;
beforeAll(async () => {
  on = await WidgetPage.start();
});
afterAll(() => on?.stop());
afterEach(() => on.leave());

/** More stops than the fullest screen has. */
const maxStops = 60;

const key = (name: string) => on.page.keyboard.press(name);

/** Waits until what has this name has the keyboard, which one must be able to see. */
async function at(name: string): Promise<void> {
  await expect.poll(() => shownFocus(on.page)).toEqual({ name, isSeen: true });
}

/** Goes on from stop to stop until this one has the keyboard; each on the way must be seen to have it. */
async function goTo(name: string, step: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  const passed: string[] = [];
  while (passed.at(-1) !== name && passed.length < maxStops) {
    await key(step);
    const focus = await shownFocus(on.page);
    // Behind the last stop of the page are those of the browser.
    expect(focus.isSeen || focus.name === "nothing", `one sees that ${focus.name} has the keyboard`).toBe(true);
    passed.push(focus.name);
  }
  expect(passed).toContain(name);
}

/** What had the keyboard may be gone; whatever has it now, it is in the panel. */
async function kept(): Promise<void> {
  await expect.poll(async () => (await shownFocus(on.page)).name).not.toBe("nothing");
}

async function say(words: string): Promise<void> {
  await on.page.keyboard.type(words);
  await key("Enter");
}

const seen = (selector: string) => on.page.locator(selector).last().waitFor();

it("everything is done by keyboard alone, and one always sees where it is", async () => {
  await enter({ on, said });
  await on.launcher.waitFor();
  await goTo("Chat");
  await key("Enter");
  await at("Message");

  await goTo("Search our articles", "Shift+Tab");
  await on.page.keyboard.type(said.typed);
  await seen("parley-article-search li button");
  await key("ArrowDown");
  await key("Enter");
  await seen("parley-article .passage");
  await goTo("Back", "Shift+Tab");
  await key("Enter");
  await expect.poll(async () => (await shownFocus(on.page)).name).toContain(said.article.heading);

  on.server.turn = citedTurn;
  await goTo("Message");
  await say(said.question);
  await at("input");
  await on.page.keyboard.type("vera@example.org");
  for (const step of ["Tab", "Tab", "ArrowDown", "Tab", "Space"]) await key(step);
  await goTo(said.form.privacy);
  await goTo("Send");
  await key("Enter");
  await seen("parley-message .sources");
  await goTo("Source 2: Security", "Shift+Tab");
  await key("Enter");
  await at("Source 2: Security");
  await key("Escape");
  await at("Source 2: Security");
  await goTo("Source 1: Allowed domains", "Shift+Tab");
  await key("Enter");
  await seen("parley-citation");
  await goTo("Read the article");
  await key("Enter");
  await seen("parley-article .passage");
  await key("Escape");
  await seen("parley-message .sources");
  await kept();
  await goTo("Not helpful");
  await key("Enter");
  await at("textarea");
  await goTo("Not now");
  await key("Enter");
  await at("Not helpful");

  on.server.turn = askWhich(said.which, said.plans);
  on.server.resumed = (ticket) => {
    ticket.say("assistant", "It costs 29 euros.");
    ticket.append("end", {});
  };
  await goTo("Message");
  await say(said.price);
  await seen("parley-clarification .choice");
  await goTo("Basic plan", "Shift+Tab");
  await key("ArrowDown");
  await at("Pro plan");
  await key("Enter");
  await on.page.getByText("It costs 29 euros.").first().waitFor();
  await kept();

  on.server.turn = confirmTurn();
  on.server.confirmed = (ticket) => {
    settle(ticket, confirmation(), "declined");
    ticket.say("assistant", "Okay, nothing was changed.");
    ticket.append("end", {});
  };
  await goTo("Message");
  await say("Please move my booking");
  await at("Move a booking");
  await goTo("Approve");
  await goTo("Decline");
  await key("Enter");
  await on.page.getByText("Okay, nothing was changed.").first().waitFor();
  await kept();

  await goTo("More", "Shift+Tab");
  await key("Enter");
  await at("Your conversations");
  await key("ArrowDown");
  await at("Your saved details");
  await key("Enter");
  await at("Your saved details");
  await goTo(`Correct: ${said.remembered.facts[0]}`);
  await key("Enter");
  await at("textarea");
  await key("ControlOrMeta+A");
  await say(said.remembered.corrected);
  await at(`Correct: ${said.remembered.corrected}`);
  await goTo(`Delete: ${said.remembered.entity}`);
  await key("Enter");
  await at("Keep");
  await key("Shift+Tab");
  await at("Delete");
  await key("Enter");
  await at(`Correct: ${said.remembered.preference}`);
  await goTo("Delete everything");
  await key("Enter");
  await at("Keep");
  await key("Escape");
  await at("Delete everything");
  await key("Escape");
  await at("More");

  on.server.turn = escalatedTurn;
  await goTo("Attach files");
  const [chooser] = await Promise.all([on.page.waitForEvent("filechooser"), key("Enter")]);
  await chooser.setFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("x") });
  await seen("parley-attach .chip");
  await goTo("Remove notes.txt", "Shift+Tab");
  await goTo("Message");
  await say(said.pizza);
  await seen("parley-escalation input");
  await goTo("input", "Shift+Tab");
  await say("ann@example.com");
  await seen("parley-escalation [role=status]");
  await kept();

  on.server.ticket.handTo("human", "resolved", said.agent);
  await seen("parley-after .faces");
  await goTo("Good");
  await key("Enter");
  await goTo("Not now");
  await key("Enter");
  await at("Good");
  await goTo("More", "Shift+Tab");
  await key("Enter");
  await at("Your conversations");
  await key("Enter");
  await seen("parley-conversations:not([compact]) .row");
  await key("Enter");
  await seen("parley-after .ways");
  await kept();
  await goTo("More", "Shift+Tab");
  await key("Enter");
  await at("Your conversations");
  await key("ArrowDown");
  await key("ArrowDown");
  await at("New conversation");
  await key("Enter");
  await on.page.getByText(said.notice).waitFor();
  await kept();
  await goTo(said.starters[0] ?? "", "Shift+Tab");
  await key("Enter");
  await seen("parley-escalation");
  await kept();
  await goTo("Close chat", "Shift+Tab");
  await key("Enter");
  await expect.poll(() => on.panel.isVisible()).toBe(false);
  await at("Chat");
}, 120_000);
