import jwt from "jsonwebtoken";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MemoryListResponse } from "../../../protocol/memories.ts";
import { withTenant } from "../../database/transaction.ts";
import { type ChromiumProfile, openChromium } from "../../test/support/chromium.ts";
import { startTestHttp, type TestHttp } from "../../test/support/http.ts";
import { lockVisitor } from "../../tickets/store/visitors.ts";
import { keepStatements } from "../memory/keep.ts";

const externalId = "customer-7";
let test: TestHttp;
let browser: ChromiumProfile;
let visitorId = "";
let first: Page;
let second: Page;

beforeAll(async () => {
  test = await startTestHttp();
  await admin("settings", { memory_enabled: true }, "PATCH");
  await admin("domains", { domain: test.url });
  browser = await openChromium({ viewport: { width: 1100, height: 800 } });
});
afterAll(async () => {
  await browser?.close();
  await test?.[Symbol.asyncDispose]();
});

async function admin<T>(path: string, body?: unknown, method = body === undefined ? "GET" : "POST"): Promise<T> {
  const response = await fetch(`${test.url}/api/v1/admin/${path}`, {
    method,
    headers: { authorization: `Bearer ${test.a.api_key}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

/** Opens a page of the customer's site in a new tab. @param identity token signed by the site's own server. */
async function visit(identity?: string): Promise<Page> {
  const page = await browser.context.newPage();
  const identify = identity ? `Parley("identify", { identity: ${JSON.stringify(identity)} })` : "";
  await page.route(`${test.url}/shop`, (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<!doctype html><html lang="en"><title>Shop</title><main>Shop</main>
        <script>window.Parley = function () { (Parley.q = Parley.q || []).push(arguments) }; ${identify}</script>
        <script src="${test.url}/widget/parley.js" data-tenant="${test.a.tenant_id}"></script></html>`,
    }),
  );
  await page.goto(`${test.url}/shop`);
  return page;
}

async function openMenu(page: Page): Promise<void> {
  const panel = page.locator("parley-chat .panel");
  if (!(await panel.isVisible())) await page.locator("[data-parley=launcher] button").click();
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Your conversations" }).waitFor();
}

async function openMemories(page: Page): Promise<void> {
  await openMenu(page);
  await page.getByRole("menuitem", { name: "Your saved details" }).click();
  await page.getByRole("heading", { name: "Your saved details" }).waitFor();
}

const shown = (page: Page) => page.locator("parley-memory .content").allTextContents();
const kept = async () =>
  (await admin<MemoryListResponse>(`visitors/${visitorId}/memories`)).items
    .map(({ content, origin }) => `${content} (${origin})`)
    .sort();

async function correct(page: Page, content: string, words: string): Promise<void> {
  await page.getByRole("button", { name: `Correct: ${content}` }).click();
  await page.getByRole("textbox", { name: "What should it say?" }).fill(words);
  await page.getByRole("button", { name: "Save" }).click();
}

describe("what is remembered, in the chat of a visitor", () => {
  it("is not offered to somebody whom nobody has signed, and refused to them", async () => {
    const stranger = await visit();
    const init = stranger.waitForResponse(/\/chat\/init$/);
    await openMenu(stranger);
    expect(await stranger.getByRole("menuitem", { name: "Your saved details" }).count()).toBe(0);
    const { token } = (await (await init).json()) as { token: string };
    const refused = await stranger.evaluate(
      async ([url, bearer]) =>
        (await fetch(`${url}/api/v1/chat/memories`, { headers: { authorization: `Bearer ${bearer}` } })).status,
      [test.url, token],
    );
    expect(refused).toBe(403);
    await stranger.evaluate("Parley('reset')");
    await stranger.close();
  });

  it("is read by the customer whom the site has signed", async () => {
    const identity = jwt.sign({ external_id: externalId }, test.a.identity_secret, { expiresIn: 600 });
    first = await visit(identity);
    const init = first.waitForResponse(/\/chat\/init$/);
    await openMenu(first);
    expect(await (await init).json()).toMatchObject({ has_memory: true });
    visitorId = await withTenant(test.db, test.a.tenant_id, async (tx) => {
      const { rows } = await tx.query<{ id: string }>("select id from visitors where external_id = $1", [externalId]);
      const id = rows[0]?.id ?? "";
      await lockVisitor(tx, id);
      const said = { subject: "", confidence: 0.8, messageId: null };
      await keepStatements(tx, { visitorId: id, origin: "extracted", ticketId: null }, [
        { ...said, type: "fact", content: "Uses Shopify" },
        { ...said, type: "fact", content: "Has two warehouses" },
        { ...said, type: "preference", content: "Prefers short answers" },
      ]);
      return id;
    });
    await first.getByRole("menuitem", { name: "Your saved details" }).click();
    await expect
      .poll(async () => (await shown(first)).sort())
      .toEqual(["Has two warehouses", "Prefers short answers", "Uses Shopify"]);
    second = await visit(identity);
    await openMemories(second);
    await expect.poll(() => shown(second)).toHaveLength(3);
  });

  it("is corrected, except to what may not be remembered", async () => {
    await correct(first, "Uses Shopify", "My password is hunter2secret");
    await first.getByRole("alert").filter({ hasText: "We can’t remember this" }).waitFor();
    await first.getByRole("textbox", { name: "What should it say?" }).fill("Uses WooCommerce");
    await first.getByRole("button", { name: "Save" }).click();
    await first.getByRole("button", { name: "Correct: Uses WooCommerce" }).waitFor();
    expect(await kept()).toContain("Uses WooCommerce (visitor)");
  });

  it("tells the other tab, which shows it as it was, before anything is written over", async () => {
    await correct(second, "Uses Shopify", "Uses Magento");
    await second.getByRole("alert").filter({ hasText: "It now says: Uses WooCommerce" }).waitFor();
    expect(await kept()).toContain("Uses WooCommerce (visitor)");
    await second.getByRole("button", { name: "Save" }).click();
    await second.getByRole("button", { name: "Correct: Uses Magento" }).waitFor();
    expect(await kept()).toContain("Uses Magento (visitor)");
  });

  it("is erased in one tab; the words of a correction in the other are not lost", async () => {
    await first.getByRole("button", { name: "Delete: Has two warehouses" }).click();
    await first.getByRole("button", { name: "Delete", exact: true }).click();
    await first.getByRole("status").filter({ hasText: "Deleted." }).waitFor();
    expect(await kept()).toEqual(["Prefers short answers (extracted)", "Uses Magento (visitor)"]);
    await correct(second, "Has two warehouses", "Has three warehouses");
    await second.getByRole("alert").filter({ hasText: "This was deleted elsewhere" }).waitFor();
    expect(await second.getByRole("textbox", { name: "What should it say?" }).inputValue()).toBe(
      "Has three warehouses",
    );
    await second.getByRole("button", { name: "Cancel" }).click();
    await expect.poll(async () => (await shown(second)).sort()).toEqual(["Prefers short answers", "Uses Magento"]);
  });

  it("is erased altogether, for good", async () => {
    await second.getByRole("button", { name: "Delete everything" }).click();
    const question = second.getByRole("group", { name: "Delete everything for good?" });
    await question.getByRole("button", { name: "Delete everything" }).click();
    await second.getByText("We don’t remember anything about you.").waitFor();
    expect(await kept()).toEqual([]);
    await second.reload();
    // The panel was open, so it opens again by itself; clicking the launcher before that would close it.
    await second.locator("parley-chat .panel").waitFor();
    await openMemories(second);
    await second.getByText("We don’t remember anything about you.").waitFor();
  });
});
