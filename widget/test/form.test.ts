import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { VisitorForm } from "../../protocol/form.ts";
import { escalatedTurn } from "./turns.ts";
import { WidgetPage } from "./widget-page.ts";

let on: WidgetPage;
beforeAll(async () => {
  on = await WidgetPage.start();
});
afterAll(() => on?.stop());
afterEach(async () => {
  on.host.policy = "";
  await on.leave();
});

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const faults = () =>
  on.page.evaluate(
    `(async () => { ${axe}; const { violations } = await axe.run(document, { rules: { region: { enabled: false } } });
      return violations.map((each) => each.id + ": " + each.nodes[0].html); })()`,
  );
const hostile = '<img src=x onerror="window.hacked=1">';
const asked: VisitorForm = {
  version: 3,
  when: "start",
  is_required: true,
  fields: [
    { id: "email", kind: "email", label: null, required: true },
    { id: "order", kind: "text", label: hostile, required: false },
    { id: "phone", kind: "phone", label: null, required: false },
    { id: "topic", kind: "choice", label: "Topic", required: true, options: ["Invoice", "Delivery"] },
  ],
  consent: { text: `I agree ${hostile}`, link: { label: "Privacy", url: "https://a.example/privacy" } },
};
const field = (name: string) => on.page.getByLabel(name);
const send = () => on.page.locator("parley-form button[type=submit]");
const answers = () => on.page.locator("parley-message .sources");
const focused = () =>
  on.page.evaluate(() => {
    let at: Element | null = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return `${at?.localName} ${at?.getAttribute("aria-describedby") ?? ""}`.trim();
  });

describe("a form at the start", () => {
  it("keeps the first message until it is filled in, over a reload, by keyboard, with what is wrong told at its field", async () => {
    const { origin } = on.server;
    on.host.policy = `default-src 'none'; script-src ${origin}; connect-src ${origin}; require-trusted-types-for 'script'; trusted-types lit-html`;
    on.server.form = asked;
    await on.visit();
    await on.open();
    expect(await on.page.locator("parley-form").count()).toBe(0);
    await on.page.evaluate("Parley('prefill', {order: 4711, topic: 'Nonsense', email: 'no address'})");
    await on.ask("Where is my parcel?");
    await field("E-mail address").waitFor();
    await expect.poll(focused).toBe("input");
    expect(await field("E-mail address").inputValue()).toBe("");
    expect(await on.page.getByRole("textbox", { name: /img src/ }).inputValue()).toBe("4711");
    expect(await field("Topic").inputValue()).toBe("");
    expect(await on.page.getByText("Will be sent when you’re online").count()).toBe(0);
    expect(await on.page.locator("parley-message .meta").count()).toBe(0);
    expect(on.server.count("/api/v1/chat/stream")).toBe(0);
    expect(await faults()).toEqual([]);
    expect(await on.page.evaluate(() => "hacked" in window)).toBe(false);
    // Nothing is agreed to by what stays over a reload.
    await field("E-mail address").fill("vera@wrong");
    await field("Phone number (optional)").fill("call me");
    await on.page.getByRole("checkbox").check();
    await on.page.reload();
    await field("E-mail address").waitFor();
    expect(await field("E-mail address").inputValue()).toBe("vera@wrong");
    expect(await on.page.getByRole("checkbox").isChecked()).toBe(false);
    await field("E-mail address").press("Enter");
    await expect.poll(focused).toBe("input field-0-problem");
    // With its label, although the form is higher than its place.
    const top = (selector: string) =>
      on.page.locator(selector).evaluate((element) => element.getBoundingClientRect().top);
    const fromTop = async () => (await top("parley-form .field >> nth=0")) - (await top("parley-chat .log"));
    await expect.poll(fromTop).toBeGreaterThan(-1);
    const told = await on.page.locator("parley-form .problem:not([role])").allTextContents();
    expect(told).toEqual([
      "Please enter a valid e-mail address.",
      "Please enter a valid phone number.",
      "Please fill this in.",
      "Please agree to continue.",
    ]);
    expect(await faults()).toEqual([]);
    await field("E-mail address").fill("vera@example.org");
    await field("Phone number (optional)").fill("");
    await field("Topic").selectOption("Delivery");
    await on.page.getByRole("checkbox").focus();
    await on.page.keyboard.press("Space");
    await send().press("Enter");
    await answers().waitFor();
    expect(on.server.ticket.form).toEqual({
      version: 3,
      answers: { email: "vera@example.org", order: "4711", phone: "", topic: "Delivery" },
      consent: true,
    });
    expect(on.server.ticket.received).toEqual(["Where is my parcel?"]);
    expect(await on.page.locator("parley-form").count()).toBe(0);
    expect(await focused()).toBe("textarea");
    expect(await on.page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain("vera@");
  });

  it("that asks for nothing in earnest is skipped by one click, and comes back when it is needed after all", async () => {
    on.server.form = { ...asked, is_required: false, consent: null, fields: asked.fields.slice(1, 3) };
    await on.visit();
    await on.open();
    await on.ask("Where is my parcel?");
    await on.page.getByRole("button", { name: "Not now" }).click();
    await answers().waitFor();
    expect(on.server.ticket.form).toEqual({ version: 3, answers: {} });
  });

  it("that came, or changed, while the chat was open is asked for then, and nothing typed is lost", async () => {
    await on.visit();
    await on.open();
    on.server.form = { ...asked, fields: asked.fields.slice(0, 1), consent: null };
    await on.ask("Where is my parcel?");
    await field("E-mail address").fill("vera@example.org");
    // Nobody gets past the consent; so what need not be answered is named, also where nothing else must be.
    const fields = asked.fields.slice(0, 1).map((each) => ({ ...each, required: false }));
    on.server.form = { ...asked, version: 4, fields };
    await send().click();
    await on.page.getByRole("alert").getByText("The questions have changed").waitFor();
    expect(await field("E-mail address (optional)").inputValue()).toBe("vera@example.org");
    await on.page.getByRole("checkbox").check();
    on.server.failures.set("/api/v1/chat/form", { status: 503, code: "unavailable" });
    await send().click();
    await on.page.getByRole("alert").getByText("Not sent.").waitFor();
    on.server.failures.clear();
    await send().click();
    await answers().waitFor();
    expect(on.server.ticket.form).toMatchObject({ version: 4, answers: { email: "vera@example.org" } });
    expect(on.server.ticket.received).toEqual(["Where is my parcel?"]);
  });

  it("is nobody else's: what one visitor typed is not shown to the next", async () => {
    on.server.form = asked;
    await on.visit();
    const identify = (who: string) =>
      on.page.evaluate(`Parley("identify", "x.${btoa(JSON.stringify({ sub: who }))}.x")`);
    await identify("anna");
    await on.open();
    await on.ask("Where is my parcel?");
    await field("E-mail address").fill("anna@example.org");
    await identify("bert");
    await on.page.getByText("Where is my parcel?").waitFor({ state: "detached" });
    await on.ask("Hello?");
    await field("E-mail address").waitFor();
    expect(await field("E-mail address").inputValue()).toBe("");
  });
});

describe("a form for when a person is asked", () => {
  it("takes the place of the card's question, in the visitor's language, and lets words through once it is sent", async () => {
    on.server.turn = escalatedTurn;
    on.server.reachable = false;
    on.server.form = { ...asked, when: "person", fields: asked.fields.slice(0, 1), consent: null };
    await on.visit({ lang: "ar", locale: "ar" });
    await on.launcher.click();
    await on.ask("Pizza?");
    const email = field("البريد الإلكتروني");
    await email.waitFor();
    expect(await on.page.locator("parley-escalation form").count()).toBe(0);
    expect(await faults()).toEqual([]);
    await on.ask("And?");
    await on.page.getByText("And?").waitFor();
    expect(on.server.ticket.received).toEqual(["Pizza?"]);
    await email.fill("vera@example.org");
    await email.press("Enter");
    await expect.poll(() => on.server.ticket.received).toEqual(["Pizza?", "And?"]);
    const init = on.server.requests.find(({ path }) => path.endsWith("/init"));
    expect(init?.body).toMatchObject({ visitor: { locale: "ar" } });
  });

  it("that is skipped takes nothing away that was there, and is followed by no question for an address, on the next page either", async () => {
    on.server.turn = escalatedTurn;
    on.server.reachable = false;
    on.server.form = { ...asked, when: "person", is_required: false, fields: asked.fields.slice(2, 3), consent: null };
    await on.visit();
    await on.open();
    await on.ask("Pizza?");
    await on.page.getByRole("button", { name: "Not now" }).waitFor();
    on.server.ticket.handTo("human", "in_progress", { id: "a1", name: "Dana Okafor" });
    const joined = on.page.getByRole("log").getByText("Dana Okafor joined");
    await joined.waitFor();
    const answer = await on.page.locator("parley-message >> nth=1").elementHandle();
    await on.page.getByRole("button", { name: "Not now" }).click();
    await on.page.locator("parley-form").waitFor({ state: "detached" });
    expect([await joined.count(), await on.page.locator("parley-escalation").count()]).toEqual([1, 1]);
    expect(await answer?.evaluate((element) => element.isConnected)).toBe(true);
    on.server.ticket.status = "pending_human";
    await on.page.reload();
    await on.page.locator("parley-escalation").waitFor();
    expect(await on.page.locator("parley-reach").count()).toBe(0);
  });
});
