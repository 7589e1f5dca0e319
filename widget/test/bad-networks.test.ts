import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { citedTurn } from "./turns.ts";
import { WidgetPage } from "./widget-page.ts";

let on: WidgetPage;
beforeAll(async () => {
  on = await WidgetPage.start();
});
afterAll(() => on?.stop());
afterEach(() => on.leave());

/** All requests get the page of a network that wants to be signed in to. `readable`: also for the script of another origin. */
async function askToSignIn({ readable }: { readable: boolean }): Promise<void> {
  const headers = readable ? { "Access-Control-Allow-Origin": "*", "Access-Control-Allow-Headers": "*" } : undefined;
  const portal = {
    status: 200,
    contentType: "text/html",
    body: "<html>Sign in to the Wi-Fi</html>",
    ...(headers && { headers }),
  };
  await on.page.route(/\/api\/v1\/chat\/|parley\.js$/, (route) => route.fulfill(portal));
}

describe("a network that answers with its own page", () => {
  it.each([true, false])(
    "is not taken for a refusal, and the chat begins when it is gone (readable: %s)",
    async (readable) => {
      await on.visit();
      await on.launcher.waitFor();
      await askToSignIn({ readable });
      await on.launcher.click();
      await on.page.getByText("The chat could not start.").waitFor();
      await on.page.unrouteAll();
      await on.page.getByRole("button", { name: "Retry" }).click();
      await on.page.getByText("Hello! Ask me anything").waitFor();
    },
  );

  it("takes no message for sent: it is shown as waiting, and leaves once the server answers", async () => {
    await on.visit();
    await on.open();
    await expect.poll(() => on.server.count("/api/v1/chat/events")).toBeGreaterThan(0);
    await askToSignIn({ readable: true });
    on.server.dropFeeds();
    await on.ask("Is it lost?");
    await on.page.getByText("Will be sent when you’re online").waitFor();
    await on.page.getByText("Reconnecting…").waitFor();
    expect(on.server.ticket.received).toEqual([]);
    await on.page.unrouteAll();
    await on.page.locator("parley-message .sources").waitFor();
    expect(on.server.ticket.received).toEqual(["Is it lost?"]);
  });
});

describe("a slow network", () => {
  it("never leaves a press without a sign: an empty frame stands where the panel will be, then the panel says that it starts until its first screen is there", async () => {
    await on.visit({ viewport: { width: 1280, height: 1000 } });
    await on.launcher.waitFor();
    const letGo = [/\/panel-[\w-]{8}\.js/, /\/panel-home-/].map((file) => holdBack(file));
    const [panel, home] = await Promise.all(letGo);
    await on.launcher.click();
    const frame = () =>
      on.launcher.evaluate((button) => {
        const { content, width, height, bottom } = getComputedStyle(button, "::after");
        return content === "none" ? undefined : { width, height, bottom };
      });
    expect(await frame()).toEqual({ width: "400px", height: "620px", bottom: "68px" });
    panel?.();
    await on.page.getByRole("dialog", { name: "Acme" }).waitFor();
    // The tenant's name is known, so the session has begun.
    expect(await frame()).toBe(undefined);
    expect(await on.panel.boundingBox()).toMatchObject({ width: 400, height: 620 });
    expect(await on.page.getByText("Starting the chat…").isVisible()).toBe(true);
    home?.();
    await on.page.getByText("Hello! Ask me anything").waitFor();
    expect(await on.page.getByText("Starting the chat…").count()).toBe(0);
  });
});

describe("a slow network, at the first words", () => {
  it("shows them at once, before the code of the conversation is there", async () => {
    await on.visit();
    await on.launcher.waitFor();
    const timeline = await holdBack(/\/panel-timeline-/);
    await on.open();
    await on.ask("Are you there?");
    const own = on.page.locator("parley-chat .own");
    await expect.poll(() => own.isVisible()).toBe(true);
    expect(await own.textContent()).toBe("Are you there?");
    timeline();
    await on.page.locator("parley-message .sources").waitFor();
    expect(await on.page.getByText("Are you there?").filter({ visible: true }).count()).toBe(1);
  });
});

/** Files that are asked for wait until the function that is returned is called. */
async function holdBack(file: RegExp): Promise<() => void> {
  let letGo = () => {};
  const gone = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await on.page.route(file, async (route) => {
    await gone;
    await route.continue();
  });
  return letGo;
}

describe("a page that slept", () => {
  it("goes on where it was after an hour without timers, and says nothing twice", async () => {
    await on.visit();
    await on.open();
    await on.ask("How do I allow subdomains?");
    await on.page.locator("parley-message .sources").waitFor();
    const devtools = await on.page.context().newCDPSession(on.page);
    await devtools.send("Page.setWebLifecycleState", { state: "frozen" });
    on.server.dropFeeds();
    on.server.ticket.say("assistant", "Said while it slept.");
    await devtools.send("Page.setWebLifecycleState", { state: "active" });
    await on.page.evaluate("(() => { const hour = 3600_000, now = Date.now; Date.now = () => now() + hour; })()");
    await on.page.locator("parley-markdown").getByText("Said while it slept.").waitFor();
    on.server.turn = citedTurn;
    await on.ask("And ports?");
    await expect.poll(() => on.page.locator("parley-message .sources").count()).toBe(2);
    expect(await on.page.locator("parley-markdown").getByText("Said while it slept.").count()).toBe(1);
  });
});
