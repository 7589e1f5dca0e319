import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type ChromiumProfile, openChromium } from "./support/chromium.ts";
import { makeDataFolder } from "./support/database.ts";
import { type EmailServer, partOf, startEmailServer } from "./support/mail-server.ts";
import { type OidcProvider, oidcClient, startOidcProvider } from "./support/oidc-provider.ts";
import { ParleyProcess, type Shop } from "./support/parley-process.ts";
import { startProxy } from "./support/proxy.ts";
import { totp } from "./support/totp.ts";
import { waitFor } from "./support/wait-for.ts";

const inboundSecret = "who carries the mail in";
let emails: EmailServer;
let provider: OidcProvider;
let parley: ParleyProcess;
let shop: Shop;
let browsers: ChromiumProfile[];
let admin: Page;
let bo: Page;
let visitor: Page;

beforeAll(async () => {
  emails = await startEmailServer();
  provider = await startOidcProvider();
  parley = await ParleyProcess.startOn(await makeDataFolder(), {
    // The demo's guide is not needed and would take a third of this file's time.
    DEMO: "off",
    SMTP_URL: emails.url,
    MAIL_FROM: "support@parley.example",
    INBOUND_MAIL_ADDRESS: "replies@in.parley.example",
    INBOUND_MAIL_SECRET: inboundSecret,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: oidcClient.id,
    OIDC_CLIENT_SECRET: oidcClient.secret,
    OIDC_NAME: "Corp Login",
  });
  shop = await parley.makeShop();
  browsers = await Promise.all([1, 2, 3].map(() => openChromium({ viewport: { width: 1440, height: 900 } })));
  [admin, bo, visitor] = (await Promise.all(browsers.map(({ context }) => context.newPage()))) as [Page, Page, Page];
  await serveShop(visitor, parley.url);
}, 180_000);
afterAll(async () => {
  for (const browser of browsers ?? []) await browser.close();
  await parley?.[Symbol.asyncDispose]();
  await emails?.[Symbol.asyncDispose]();
  await provider?.[Symbol.asyncDispose]();
});

const bosEmail = "bo@shop.example";
const bosPassword = "four kites in the wind";
const hard = "Can you deliver a quattro stagioni pizza to my spaceship tonight?";
const secretNote = "They asked the same last week, be kind.";

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto(shop.console_url);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Serves a tenant's page with the widget at an unused path of the server. */
function serveShop(page: Page, url: string): Promise<unknown> {
  return page.route(`${url}/shop`, (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<!doctype html><html lang="en"><title>Shop</title><main>Shop</main>
        <script src="${url}/widget/parley.js" data-tenant="${shop.tenant_id}"></script></html>`,
    }),
  );
}

async function say(text: string): Promise<void> {
  await visitor.getByRole("textbox", { name: /message/i }).fill(text);
  await visitor.keyboard.press("Enter");
}

/** How many of the visitor's messages contain a text. */
const read = (text: string) => visitor.locator("[part~=message]").filter({ hasText: text }).count();

describe("a team", () => {
  let ticketPath = "";
  let number = "";

  it("invites somebody by e-mail, who sets a password", async () => {
    await signIn(admin, shop.admin.email, shop.admin.password);
    await admin.getByRole("link", { name: "People" }).click();
    await admin
      .getByRole("button", { name: /invite/i })
      .first()
      .click();
    const dialog = admin.getByRole("dialog");
    await dialog.getByLabel("E-mail").fill(bosEmail);
    await dialog.getByRole("button", { name: /invit/i }).click();
    await waitFor(() => emails.received.length === 1, { what: "the invitation" });
    const [mail] = emails.received;
    expect(mail?.to).toEqual([bosEmail]);
    const link = /http:\S+#\S+/.exec(mail ? partOf(mail, "text/plain") : "")?.[0] ?? "";
    await bo.goto(link);
    await bo.getByLabel("Your name").fill("Bo Bauer");
    await bo.getByLabel("Password").fill(bosPassword);
    await bo.locator("form button[type=submit]").click();
    await bo.getByRole("navigation").first().waitFor();
    await admin.keyboard.press("Escape");
    // The inviting admin's page updates without a reload.
    await admin
      .getByRole("row", { name: /Bo Bauer/ })
      .getByText("Here now")
      .waitFor();
  });

  it("has tickets given in turns to who is there, and not to who says to be away", async () => {
    await admin.getByRole("link", { name: "Settings", exact: true }).click();
    await admin.getByRole("link", { name: "Assignment", exact: true }).click();
    await admin.getByRole("radio", { name: /Round robin/ }).check();
    await admin.getByRole("button", { name: "Save" }).click();
    await admin.getByText("Saved the settings").waitFor();
    await admin.getByRole("button", { name: /account menu/ }).click();
    await admin.getByRole("button", { name: "Until I'm back" }).click();
    await admin.getByText("Set you to away").waitFor();
  });

  it("is asked for a second step, once that is switched on", async () => {
    await bo.getByRole("button", { name: "Bo Bauer, account menu" }).click();
    await bo
      .getByRole("link", { name: "Your profile" })
      .or(bo.getByRole("menuitem", { name: "Your profile" }))
      .click();
    await bo.getByRole("button", { name: "Set up" }).click();
    await bo.getByLabel("Your password").fill(bosPassword);
    await bo.getByRole("button", { name: "Continue" }).click();
    const secret = (await bo.getByLabel("Key", { exact: true }).inputValue()).replace(/\s/g, "");
    await bo.getByLabel("Code from the app").fill(totp(secret));
    await bo.getByRole("button", { name: "Turn on" }).click();
    await bo.getByRole("button", { name: "I've saved them" }).click();
    await bo.getByRole("button", { name: "Bo Bauer, account menu" }).click();
    await bo.getByRole("button", { name: "Sign out" }).click();
    await bo.getByText("You are signed out.").waitFor();
    await signIn(bo, bosEmail, bosPassword);
    await bo.getByLabel("Code").fill("000000");
    await bo.getByRole("button", { name: "Continue" }).click();
    await bo.getByRole("alert").waitFor();
    // Each code is valid once, and the next code already shortly before its time.
    await bo.getByLabel("Code").fill(totp(secret, 1));
    await bo.getByRole("button", { name: "Continue" }).click();
    await bo.getByRole("navigation").first().waitFor();
  });

  it("signs in with the operator's provider instead, back to the page where one was", async () => {
    const go = () => bo.getByRole("button", { name: "Continue with Corp Login" }).click();
    await bo.getByRole("button", { name: "Bo Bauer, account menu" }).click();
    await bo.getByRole("button", { name: "Sign out" }).click();
    await bo.getByText("You are signed out.").waitFor();
    await bo.goto(`${parley.url}/console/people`);
    provider.script.claims = { sub: "eve", email: "eve@shop.example", email_verified: true };
    await go();
    await bo.getByRole("alert").getByText("No account here has your").waitFor();
    expect(bo.url()).toBe(`${parley.url}/console/people`);
    provider.script.claims = { sub: "bo", email: bosEmail, email_verified: true };
    await go();
    await bo.getByRole("heading", { name: "People" }).waitFor();
    // Accepts an invitation without any password.
    await bo.getByRole("button", { name: "Bo Bauer, account menu" }).click();
    await bo.getByRole("button", { name: "Sign out" }).click();
    await bo.getByText("You are signed out.").waitFor();
    emails.received.length = 0;
    await admin.goto(`${parley.url}/console/people`);
    await admin
      .getByRole("button", { name: /invite/i })
      .first()
      .click();
    await admin.getByRole("dialog").getByLabel("E-mail").fill("cleo@shop.example");
    await admin.getByRole("dialog").getByRole("button", { name: /invit/i }).click();
    await waitFor(() => emails.received.length === 1, { what: "the second invitation" });
    await admin.keyboard.press("Escape");
    const [mail] = emails.received;
    await bo.goto(/http:\S+#\S+/.exec(mail ? partOf(mail, "text/plain") : "")?.[0] ?? "");
    provider.script.claims = { sub: "dan", email: "dan@shop.example", email_verified: true, name: "Dan" };
    await go();
    await bo.getByText("is not for your Corp Login address").waitFor();
    provider.script.claims = { sub: "cleo", email: "cleo@shop.example", email_verified: true, name: "Cleo Crane" };
    await go();
    await bo.getByRole("button", { name: "Cleo Crane, account menu" }).click();
    await bo.getByRole("button", { name: "Sign out" }).click();
    await bo.getByText("You are signed out.").waitFor();
    provider.script.claims = { sub: "bo", email: bosEmail, email_verified: true };
    await go();
    await bo.getByRole("button", { name: "Bo Bauer, account menu" }).waitFor();
  });

  it("signs in with a passkey of the device, without password and code", async () => {
    const device = await bo.context().newCDPSession(bo);
    // Also after a failure, because the browser accepts only one such authenticator.
    onTestFinished(() => device.detach());
    await device.send("WebAuthn.enable");
    const options = {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
    } as const;
    const { authenticatorId } = await device.send("WebAuthn.addVirtualAuthenticator", {
      options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
    });
    await bo.goto(`${parley.url}/console/profile`);
    await bo.getByRole("button", { name: "Add a passkey" }).click();
    await bo.getByLabel("Your password").fill(bosPassword);
    await bo.getByRole("button", { name: "Continue", exact: true }).click();
    await bo.getByText("Added the passkey").waitFor();
    await bo.getByLabel("Name of the passkey").fill("Work laptop");
    await bo.getByLabel("Name of the passkey").press("Enter");
    await bo.getByText("Renamed the passkey").waitFor();
    await bo.getByRole("button", { name: "Bo Bauer, account menu" }).click();
    await bo.getByRole("button", { name: "Sign out" }).click();
    await bo.getByText("You are signed out.").waitFor();
    const enter = () => bo.getByRole("button", { name: "Sign in with a passkey" }).click();
    // The authenticator does not verify the user.
    await device.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
    await enter();
    await bo.getByText("No passkey was used.").waitFor();
    await device.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: true });
    await enter();
    await bo.getByRole("button", { name: "Remove the passkey Work laptop" }).click();
    await bo.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
    await bo.getByText("Removed the passkey").waitFor();
  });

  it("takes a ticket that the assistant could not answer, and the visitor is told", async () => {
    await visitor.goto(`${parley.url}/shop`);
    await visitor
      .getByRole("button", { name: /chat|open/i })
      .first()
      .click();
    await visitor.getByRole("textbox", { name: /message/i }).waitFor();
    await say(hard);
    const card = visitor.locator("[part=escalation]").first();
    await card.waitFor({ timeout: 30_000 });
    number = /#(\d{4})/.exec((await card.textContent()) ?? "")?.[1] ?? "";
    // The ticket appears without a reload.
    await bo.getByRole("link", { name: /Inbox/ }).first().click();
    await bo.getByText(`#${number}`).first().click();
    await bo.locator(".ticket-facts").getByText("Bo Bauer").waitFor();
    expect(await visitor.getByText(/Bo Bauer/).count()).toBe(0);
    await bo.getByRole("button", { name: "Assign to me", exact: true }).click();
    await bo.locator(".ticket-facts").getByText("Bo Bauer").waitFor();
    ticketPath = new URL(bo.url()).pathname;
    await visitor
      .getByText(/Bo Bauer/)
      .first()
      .waitFor();
  });

  it("sees who else has the ticket open, and does not answer over somebody's head", async () => {
    await admin.goto(parley.url + ticketPath);
    await admin.locator(".ticket-facts").getByText("Bo Bauer").waitFor();
    await bo
      .locator(".viewer")
      .getByText(/looking/)
      .waitFor();
    await bo.getByLabel(`Reply to ticket ${number}`).fill("I am");
    await admin
      .locator(".viewer")
      .getByText(/Bo Bauer.*typing/)
      .waitFor();
    await admin.getByRole("button", { name: "Assign to me", exact: true }).waitFor();
    await bo.getByLabel(`Reply to ticket ${number}`).fill("");
  });

  it("writes a note that the visitor never gets", async () => {
    await bo.getByRole("tab", { name: "Note" }).click();
    await bo.getByLabel(`Note on ticket ${number}`).fill(secretNote);
    await bo.locator(".note-save").click();
    await admin.getByText(secretNote).waitFor();
  });

  it("gives a hint that does not help: the agent is told, the visitor is not", async () => {
    const before = await visitor.locator("[part~=message]").count();
    await bo.getByRole("button", { name: "Give a hint" }).click();
    await bo.getByLabel("What should it know").fill("We own no spaceships.");
    await bo.getByRole("dialog").locator("button[type=submit]").click();
    await bo.getByText("The hint did not help").waitFor({ timeout: 30_000 });
    expect(await visitor.locator("[part~=message]").count()).toBe(before);
  });

  it("writes through a network that drops, and everything arrives once", async () => {
    const [, bosBrowser] = browsers;
    await bosBrowser?.context.setOffline(true);
    const box = bo.getByLabel(`Reply to ticket ${number}`);
    await box.fill("The oven is cold until Friday.");
    await bo.getByRole("button", { name: "Send", exact: true }).click();
    await bo.getByRole("button", { name: "Send now" }).click();
    await bo.getByText("Not sent").first().waitFor();
    await say("Hello? I am hungry.");
    await expect.poll(() => box.inputValue()).toBe("The oven is cold until Friday.");
    await bosBrowser?.context.setOffline(false);
    await bo.getByRole("log").getByText("Hello? I am hungry.").waitFor();
    await bo.getByRole("button", { name: "Send", exact: true }).click();
    await bo.getByRole("button", { name: "Send now" }).click();
    await visitor.getByText("The oven is cold until Friday.").first().waitFor();
    await expect.poll(() => read("The oven is cold until Friday.")).toBe(1);
    await expect.poll(() => bo.getByRole("log").getByText("The oven is cold until Friday.").count()).toBe(1);
  });

  it("answers by e-mail a visitor who has left, whose reply by e-mail comes back into the ticket", async () => {
    // The default delay is two minutes, so the tenant sends answers at once.
    await admin.goto(`${parley.url}/console/settings/notifications`);
    await admin.getByLabel("E-mail unread replies").selectOption("0");
    await admin.getByRole("button", { name: "Save" }).click();
    await admin.getByText("Saved").first().waitFor();
    await visitor.getByLabel("Get the reply by e-mail (optional)").fill("ada@mail.example");
    await visitor.getByLabel("Get the reply by e-mail (optional)").press("Enter");
    await visitor.getByText("We’ll e-mail").waitFor();
    await visitor.goto("about:blank");
    emails.received.length = 0;
    await bo.getByLabel(`Reply to ticket ${number}`).fill("Which planet do you park on?");
    await bo.getByRole("button", { name: "Send", exact: true }).click();
    await bo.getByRole("button", { name: "Send now" }).click();
    // Matches the start, because a line “Not sent by mail” contains the words too.
    await bo.getByText(/^\s*E-mailed/).waitFor({ timeout: 30_000 });
    const [mail] = emails.received;
    if (!mail) throw new Error("no mail came");
    expect(mail.to).toEqual(["ada@mail.example"]);
    const text = partOf(mail, "text/plain");
    expect(text).toContain("Which planet do you park on?");
    expect(text).not.toContain(secretNote);
    const address = /<(replies\+[^>]+)>/.exec(mail.raw)?.[1] ?? "";
    const sent = await fetch(`${parley.url}/api/v1/mail/inbound`, {
      method: "POST",
      headers: { "content-type": "message/rfc822", authorization: `Bearer ${inboundSecret}` },
      body: [
        "From: Ada <ada@mail.example>",
        `To: ${address}`,
        "Message-ID: <e2e@mail.example>",
        "",
        "On Mars, bay 4.",
        "",
        "On Mon, 2 Mar 2026 at 10:00 Shop wrote:",
        ...text.split("\n").map((line) => `> ${line}`),
      ].join("\r\n"),
    });
    expect(await sent.json()).toEqual({ outcome: "message" });
    const reply = bo.getByRole("log").locator(".message-visitor").filter({ hasText: "On Mars, bay 4." });
    await reply.getByText("by e-mail", { exact: true }).waitFor();
    expect((await reply.locator(".md").textContent())?.trim()).toBe("On Mars, bay 4.");
    // The link in the e-mail opens the conversation in another browser.
    const back = /http\S+#parley=\S+/.exec(text)?.[0] ?? "";
    const [, , browser] = browsers;
    await browser?.context.clearCookies();
    await visitor.goto(parley.url);
    await visitor.evaluate("localStorage.clear(); sessionStorage.clear()");
    await visitor.goto(back);
    await visitor.getByText("On Mars, bay 4.").first().waitFor();
    await visitor.getByText("Which planet do you park on?").first().waitFor();
    // The link is used up: the page's address does not contain it, and a reload does not use it again.
    await expect.poll(() => visitor.url()).not.toContain("parley=");
    expect(visitor.url().split("#")[0]).toBe(back.split("#")[0]);
    await visitor.reload();
    await visitor.getByText("On Mars, bay 4.").first().waitFor();
    await admin.goto(parley.url + ticketPath);
  });

  it("resolves with an edited answer; the visitor has seen each step and nothing that is not theirs", async () => {
    await bo.getByLabel(`Reply to ticket ${number}`).fill("A pizza is on its way. **Enjoy!**");
    await bo.getByRole("button", { name: "Change what the button does" }).click();
    await bo.getByRole("button", { name: /^Send and resolve/ }).click();
    await bo.getByRole("button", { name: "Send and resolve", exact: true }).click();
    await visitor.getByText("A pizza is on its way.").first().waitFor();
    await visitor.getByRole("button", { name: "Good", exact: true }).waitFor();
    // The page's content, and the server's response.
    const told = await visitor.evaluate<string>("JSON.stringify(localStorage) + document.documentElement.innerHTML");
    expect(told).not.toContain(secretNote);
    expect(await read(secretNote)).toBe(0);
    await admin.getByText("by Bo Bauer").first().waitFor();
  });
});

/** Longest time until a ticket or reply is on the screen, in ms. The first one also waits until the page notices the silent stream. */
const reachMs = 8_000;

/** Calls the admin API as an admin. */
async function call(path: string, body: unknown): Promise<void> {
  const response = await fetch(`${parley.url}/api/v1/admin/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${shop.api_key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
}

/** A visitor's chat on a tenant's page that asks for the team. @returns the page and the ticket's id. */
async function askForPerson(url: string): Promise<{ page: Page; id: string }> {
  const page = await visitor.context().newPage();
  await serveShop(page, url);
  await page.goto(`${url}/shop`);
  const init = page.waitForResponse(/\/chat\/init$/);
  await page.locator("[data-parley=launcher] button").click();
  const { ticket } = (await (await init).json()) as { ticket: { id: string } };
  await page.getByRole("textbox", { name: /message/i }).fill("Please connect me with a human.");
  await page.keyboard.press("Enter");
  await page
    .locator("[part=escalation]")
    .first()
    .waitFor({ timeout: reachMs * 2 });
  return { page, id: ticket.id };
}

async function msOf(see: Promise<unknown>): Promise<number> {
  const from = performance.now();
  await see;
  return performance.now() - from;
}

describe("a proxy that holds streams back", () => {
  it.each(["gather-get", "gather-start", "pack"] as const)(
    "(%s) keeps no new ticket from the console, and no reply from the visitor",
    async (kind) => {
      await using proxy = await startProxy(parley.url, kind);
      await call("domains", { domain: proxy.url });
      const desk = await admin.context().newPage();
      await desk.goto(`${proxy.url}/console/inbox`);
      const email = desk.getByLabel("E-mail");
      await email.or(desk.getByRole("navigation")).first().waitFor();
      // A cookie is valid for all ports of a host, so an earlier sign-in counts here.
      if (await email.isVisible()) {
        await email.fill(shop.admin.email);
        await desk.getByLabel("Password").fill(shop.admin.password);
        await desk.getByRole("button", { name: "Sign in", exact: true }).click();
        await desk.getByRole("navigation").first().waitFor();
      }
      const seen: Record<"ticket" | "reply" | "words", number[]> = { ticket: [], reply: [], words: [] };
      const isSlow = () => Object.values(seen).some((times) => times.every((ms) => ms >= reachMs));
      // Tries a second time when the machine was busy.
      for (const round of [1, 2]) {
        if (round === 2 && !isSlow()) break;
        const { page: chat, id } = await askForPerson(proxy.url);
        const row = desk.locator(`a[href*="${id}"]`).first();
        seen.ticket.push(await msOf(row.waitFor({ timeout: reachMs * 3 })));
        await row.click();
        await call(`tickets/${id}/take`, { take_over: true });
        const reply = `Reply ${round} through ${kind}`;
        await call(`tickets/${id}/messages`, { content: reply, message_id: crypto.randomUUID() });
        seen.reply.push(
          await msOf(
            chat
              .getByText(reply)
              .first()
              .waitFor({ timeout: reachMs * 3 }),
          ),
        );
        const words = `Words ${round} through ${kind}`;
        await chat.getByRole("textbox", { name: /message/i }).fill(words);
        await chat.keyboard.press("Enter");
        seen.words.push(
          await msOf(
            desk
              .getByRole("log")
              .getByText(words)
              .first()
              .waitFor({ timeout: reachMs * 3 }),
          ),
        );
        await chat.evaluate("Parley('reset')");
        await chat.close();
      }
      expect(await desk.getByText("Connection lost").count()).toBe(0);
      await desk.close();
      expect(isSlow(), JSON.stringify(seen)).toBe(false);
    },
    120_000,
  );
});
