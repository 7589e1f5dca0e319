import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Confirmation } from "../../../protocol/tools.ts";
import { type ChromiumProfile, openChromium } from "../../test/support/chromium.ts";
import { makeDataFolder } from "../../test/support/database.ts";
import { ParleyProcess } from "../../test/support/parley-process.ts";
import { VisitorClient } from "../../test/support/visitor-client.ts";

let parley: ParleyProcess;
let tenantId = "";
let key = "";
let browser: ChromiumProfile;

beforeAll(async () => {
  parley = await ParleyProcess.startOn(await makeDataFolder(), {
    // The test needs only the shop. Embedding the guide would take half of this file's time.
    EMBEDDING_PROVIDER: "ollama",
    OLLAMA_BASE_URL: "http://127.0.0.1:9",
  });
  ({ tenant_id: tenantId, api_key: key } = await parley.demo());
  browser = await openChromium({ viewport: { width: 1280, height: 900 } });
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await parley?.[Symbol.asyncDispose]();
});

const visit = () => VisitorClient.init(`${parley.url}/api/v1`, tenantId, parley.url);

/** Sends a message and reads the stream to its end. @returns the assistant's message and its pending confirmation. */
async function ask(visitor: VisitorClient, content: string) {
  let said = { content: "", citations: [] as { title: string }[], status: "" };
  let confirmation = "";
  let fields: Confirmation["fields"] = [];
  for await (const { event } of visitor.ask(content)) {
    if (event.type === "confirmation_required") ({ confirmation_id: confirmation, fields } = event);
    if (event.type !== "message" || event.message.role !== "assistant") continue;
    const { content: text, citations, tools } = event.message;
    said = { content: text, citations, status: tools?.at(-1)?.status ?? "" };
  }
  return { ...said, confirmation, fields };
}

/** Approves or declines. @returns the last message afterwards, and the number of messages. */
async function answer(visitor: VisitorClient, confirmation: string, approved: boolean) {
  const response = await visitor.call(`confirmations/${confirmation}`, {
    method: "POST",
    body: JSON.stringify({ approved }),
  });
  await response.text();
  const { messages } = await visitor.history();
  return { last: messages.at(-1)?.content ?? "", messages: messages.length };
}

async function bookings(): Promise<{ number: string; day: string; version: number }[]> {
  const text = await readFile(join(parley.dataDir, "demo-shop.json"), "utf8").catch(() => "{}");
  return (JSON.parse(text) as { bookings?: { number: string; day: string; version: number }[] }).bookings ?? [];
}

const admin = (path: string, init: RequestInit = {}) =>
  fetch(`${parley.url}/api/v1/admin/tools${path}`, { ...init, headers: { authorization: `Bearer ${key}` } });

describe("the demo without a key", () => {
  it("looks an order up for anybody and says where that is from", async () => {
    const told = await ask(await visit(), "Where is my order 4711?");
    expect(told.content).toMatch(/Order 4711 is on its way with Swift Parcel.*\[1\]/s);
    expect(told.citations.map(({ title }) => title)).toEqual(["Shop"]);
    expect((await ask(await visit(), "Do you have the Ridge trail shoe in size 42?")).content).toMatch(/5 in stock/);
    // Questions about the guide are still answered.
    expect((await ask(await visit(), "Does Parley need Redis?")).citations[0]?.title).not.toBe("Shop");
  });

  it("changes nothing after a no, once after a yes, and tells a conflict to whoever believes in the old day", async () => {
    const visitor = await visit();
    const wish = "Move booking B-17 from Wednesday to Friday";
    const first = await ask(visitor, wish);
    expect(first.content).toMatch(/^Move your booking B-17 from Wednesday to Friday\./);
    expect((await answer(visitor, first.confirmation, false)).last).toMatch(/nothing was changed/i);
    expect(await bookings()).toEqual([]);

    const second = await ask(visitor, wish);
    const done = await answer(visitor, second.confirmation, true);
    expect(done.last).toMatch(/^Done: booking B-17 \(Shoe fitting\) is now on Friday/);
    expect((await bookings())[0]).toMatchObject({ number: "B-17", version: 2 });
    // A repeated approval returns the same result and does nothing.
    expect((await answer(visitor, second.confirmation, true)).messages).toBe(done.messages);
    expect((await bookings())[0]).toMatchObject({ number: "B-17", version: 2 });

    const stale = await ask(visitor, wish);
    expect((await answer(visitor, stale.confirmation, true)).last).toMatch(
      /has changed in the meantime.*Nothing was moved/s,
    );
    expect((await bookings())[0]).toMatchObject({ number: "B-17", version: 2 });
  });

  it("says from which address to which, after the order was looked up", async () => {
    const visitor = await visit();
    const wish = "Change the address of order 4712 to Park Avenue 9";
    const unread = await ask(visitor, wish);
    expect(unread.fields.map(({ before }) => before)).toEqual([undefined, undefined]);
    await ask(visitor, "Where is my order 4712?");
    expect((await ask(visitor, wish)).fields).toMatchObject([
      { name: "order_number", value: "4712" },
      { name: "delivery_address", value: "Park Avenue 9", before: "Main Street 1" },
    ]);
  });

  it("shows the card on the demo page, and does what was approved", async () => {
    const page = await browser.context.newPage();
    await page.goto(`${parley.url}/demo`);
    await page.getByRole("button", { name: /Cancel my order 4712/ }).click();
    const approve = page.getByRole("button", { name: /approve/i });
    await approve.waitFor({ timeout: 30_000 });
    const folder = process.env.SHOP_PICTURES;
    if (folder) await page.screenshot({ path: join(folder, "card.png") });
    await approve.click();
    await page.getByText("Done: order 4712 was cancelled.").first().waitFor({ timeout: 30_000 });
    if (folder) await page.screenshot({ path: join(folder, "done.png") });
    const kept = JSON.parse(await readFile(join(parley.dataDir, "demo-shop.json"), "utf8"));
    expect(kept.orders[1]).toMatchObject({ number: "4712", status: "cancelled" });
    await page.close();
  });

  it("keeps effects over a restart, and a shop that somebody removed stays away", async () => {
    const { items } = (await (await admin("/connections")).json()) as { items: { id: string; name: string }[] };
    expect(items.map(({ name }) => name)).toEqual(["Shop"]);
    await parley.stop();
    await parley.restart();
    expect((await bookings())[0]).toMatchObject({ number: "B-17", version: 2 });
    expect((await ask(await visit(), "Where is my order 4712?")).content).toMatch(/was cancelled/);
    expect((await admin(`/connections/${items[0]?.id}`, { method: "DELETE" })).status).toBeLessThan(300);
    await parley.stop();
    await parley.restart();
    expect(((await (await admin("/connections")).json()) as { items: unknown[] }).items).toEqual([]);
  }, 180_000);
});
