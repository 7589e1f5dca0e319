import jwt from "jsonwebtoken";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { InitResponse } from "../../../protocol/requests.ts";
import { type VisitorTicketsResponse, visitorTicketsResponseSchema } from "../../../protocol/visitor-tickets.ts";
import { newId } from "../../core/ids.ts";
import { withTenant } from "../../database/transaction.ts";
import { type ConversationRig, startConversationRig, storedTypes } from "../../test/support/conversation.ts";
import { originA, originB } from "../../test/support/http.ts";

let desk: ConversationRig;
beforeAll(async () => {
  desk = await startConversationRig();
}, 60_000);
afterAll(() => desk[Symbol.asyncDispose]());
beforeEach(() => {
  desk.rig.script.score = 0.9;
  desk.rig.script.words = ["Under", " **Settings**", " [1]."];
});

/** A visitor's browser, which keeps one token at a time. */
class Browser {
  session!: InitResponse;
  readonly #tenant: { id: string; origin: string };

  private constructor(tenant: { id: string; origin: string }) {
    this.#tenant = tenant;
  }

  static async open({ identity, of = "a" }: { identity?: string; of?: "a" | "b" } = {}): Promise<Browser> {
    const tenant = of === "a" ? { id: desk.tenantId, origin: originA } : { id: desk.http.b.tenant_id, origin: originB };
    const browser = new Browser(tenant);
    await browser.init(identity);
    return browser;
  }

  /** Starts a session with the current token. */
  async init(identity?: string): Promise<void> {
    const answer = await this.#fetch("init", "POST", {
      tenant_id: this.#tenant.id,
      ...(identity ? { identity } : {}),
    });
    this.session = answer.body as InitResponse;
  }

  get ticketId(): string {
    return this.session.ticket.id;
  }

  async #fetch(path: string, method: string, body?: object): Promise<{ status: number; text: string; body: unknown }> {
    const response = await fetch(`${desk.http.url}/api/v1/chat/${path}`, {
      method,
      headers: {
        origin: this.#tenant.origin,
        "content-type": "application/json",
        ...(this.session ? { authorization: `Bearer ${this.session.token}` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json");
    return { status: response.status, text, body: isJson ? JSON.parse(text) : undefined };
  }

  get = (path: string) => this.#fetch(path, "GET");
  post = (path: string, body: object = {}) => this.#fetch(path, "POST", body);

  async say(content: string): Promise<string> {
    const { status, text } = await this.post("stream", { message_id: newId(), content });
    expect(status, text).toBe(200);
    return text;
  }

  /** Changes to another ticket; the token changes too. */
  async goTo(path: string): Promise<number> {
    const { status, body } = await this.post(path);
    if (status === 200) this.session = body as InitResponse;
    return status;
  }

  async list(query = ""): Promise<VisitorTicketsResponse> {
    const { status, text, body } = await this.get(`tickets${query}`);
    expect(status, text).toBe(200);
    return visitorTicketsResponseSchema.parse(body);
  }
}

function sign(externalId: string): string {
  return jwt.sign({ external_id: externalId, email: `${externalId}@mail.example` }, desk.http.a.identity_secret);
}

async function change(patch: object): Promise<void> {
  const response = await fetch(`${desk.http.url}/api/v1/admin/settings`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${desk.http.a.api_key}`, "content-type": "application/json" },
    body: JSON.stringify(patch),
  });
  expect(response.status, await response.text()).toBe(200);
}

/** A ticket that an agent resolved the given number of days ago. */
async function resolve(ticketId: string, daysAgo = 0): Promise<void> {
  await desk.desk(`tickets/${ticketId}/resolve`, { answer: "It was sent today." });
  if (daysAgo > 0)
    await withTenant(desk.http.db, desk.tenantId, (tx) =>
      tx.query("update tickets set resolved_at = now() - make_interval(days => $2) where id = $1", [ticketId, daysAgo]),
    );
}

describe("a visitor with several tickets", () => {
  it("begins a new one without closing the others, and goes on with each", async () => {
    const visitor = await Browser.open();
    const first = visitor.ticketId;
    await visitor.say("Where do I change the plan?");
    expect(await visitor.goTo("tickets")).toBe(200);
    expect(visitor.ticketId).not.toBe(first);
    expect(visitor.session.messages).toEqual([]);
    await visitor.say("And the colour?");
    const second = visitor.ticketId;
    expect((await visitor.list()).items.map(({ id, status }) => [id, status])).toEqual([
      [second, "open"],
      [first, "open"],
    ]);
    expect(await visitor.goTo(`tickets/${first}/open`)).toBe(200);
    expect(visitor.session.messages.map(({ content }) => content)).toEqual([
      "Where do I change the plan?",
      "Under **Settings** [1].",
    ]);
    expect(await visitor.say("Thank you")).toContain("event: end");
    expect((await visitor.list()).items.map(({ id }) => id)).toEqual([first, second]);
  });

  it("has one unused ticket at most, however often a new one is asked for", async () => {
    const visitor = await Browser.open();
    const first = visitor.ticketId;
    await visitor.goTo("tickets");
    expect(visitor.ticketId).toBe(first);
    expect((await visitor.list()).items).toEqual([]);
    await visitor.say("Hello there, where is the plan?");
    await visitor.goTo("tickets");
    const second = visitor.ticketId;
    await visitor.goTo("tickets");
    expect(visitor.ticketId).toBe(second);
  });

  it("sees of each the last line as plain text, who said it, when, and what is unread", async () => {
    const visitor = await Browser.open();
    desk.rig.script.words = [
      "# Plans\n\n",
      "Open **Settings**",
      " [1].\n\n| a | b |\n|---|---|\n| c | d |\n\n",
      "word ".repeat(60),
    ];
    await visitor.say("Where do I change the plan?");
    const { items } = await visitor.list();
    expect(items).toHaveLength(1);
    const line = items[0];
    expect(line?.preview.startsWith("Plans Open Settings [1]. a, b c, d word")).toBe(true);
    expect(line?.preview.length).toBeLessThanOrEqual(121);
    expect(line?.title).toBe("Where do I change the plan?");
    expect(line).toMatchObject({ number: visitor.session.ticket.number, role: "assistant", unread: 1, agent: null });
    const history = (await visitor.get("history")).body as { sequence: number };
    expect((await visitor.post("seen", { sequence: history.sequence })).status).toBe(200);
    expect((await visitor.list()).items[0]?.unread).toBe(0);
    await visitor.post("seen", { sequence: 1 });
    expect((await visitor.list()).items[0]?.unread).toBe(0);
    await desk.desk(`tickets/${visitor.ticketId}/messages`, { content: "Kim here, it is blue." });
    const [answered] = (await visitor.list()).items;
    expect(answered).toMatchObject({
      preview: "Kim here, it is blue.",
      role: "agent",
      unread: 1,
      status: "pending_visitor",
    });
    expect(answered?.agent?.name).toBeTruthy();
    await visitor.say("Oh, thanks!");
    expect((await visitor.list()).items[0]).toMatchObject({
      title: "Where do I change the plan?",
      preview: "Oh, thanks!",
      role: "visitor",
      unread: 0,
    });
  });

  it("cannot mark as seen what is not there yet", async () => {
    const visitor = await Browser.open();
    await visitor.say("Where do I change the plan?");
    await visitor.post("seen", { sequence: Number.MAX_SAFE_INTEGER });
    await desk.desk(`tickets/${visitor.ticketId}/messages`, { content: "A later word." });
    expect((await visitor.list()).items[0]?.unread).toBe(1);
    for (const sequence of [-1, 1.5, 2 ** 60, "1"]) expect((await visitor.post("seen", { sequence })).status).toBe(400);
  });

  it("reads a long list page by page, each ticket once", async () => {
    const visitor = await Browser.open();
    for (let nth = 0; nth < 5; nth += 1) {
      await visitor.say(`Question ${nth}: where is the plan?`);
      await visitor.goTo("tickets");
    }
    const seen: string[] = [];
    let cursor: string | null = "";
    for (let pages = 0; cursor !== null; pages += 1) {
      expect(pages).toBeLessThan(4);
      const page: VisitorTicketsResponse = await visitor.list(`?limit=2${cursor ? `&cursor=${cursor}` : ""}`);
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(new Set(seen).size).toBe(5);
    for (const query of ["?limit=0", "?limit=51", "?limit=x", "?cursor=nonsense", "?other=1"])
      expect((await visitor.get(`tickets${query}`)).status, query).toBe(400);
  });
});

describe("whose tickets they are", () => {
  it("an anonymous visitor sees none of another one's, of their own tenant or of the other, by list or by id", async () => {
    const ada = await Browser.open();
    await ada.say("Where do I change the plan?");
    const bob = await Browser.open();
    await bob.say("Where is the colour?");
    const eve = await Browser.open({ of: "b" });
    for (const stranger of [bob, eve]) {
      expect(JSON.stringify(await stranger.list())).not.toContain(ada.ticketId);
      const before = stranger.session.token;
      for (const id of [ada.ticketId, newId(), "nonsense", "%00"])
        expect(await stranger.goTo(`tickets/${id}/open`), id).toBe(404);
      expect(stranger.session.token).toBe(before);
    }
    for (const path of ["tickets", "resolution"])
      expect((await fetch(`${desk.http.url}/api/v1/chat/${path}`)).status).toBe(401);
  });

  it("fields and headers that name another visitor or ticket change nothing", async () => {
    const ada = await Browser.open();
    await ada.say("Where do I change the plan?");
    const bob = await Browser.open();
    expect((await bob.post("tickets", { visitor_id: ada.ticketId })).status).toBe(400);
    expect((await bob.get(`tickets?visitor_id=${ada.ticketId}`)).status).toBe(400);
    expect((await bob.post("seen", { sequence: 3, ticket_id: ada.ticketId })).status).toBe(400);
    expect((await ada.list()).items[0]?.unread).toBe(1);
  });

  it("a signed-in visitor sees theirs on every device, and nobody else's", async () => {
    const phone = await Browser.open({ identity: sign("ada") });
    await phone.say("Where do I change the plan?");
    const laptop = await Browser.open({ identity: sign("ada") });
    expect(laptop.ticketId).not.toBe(phone.ticketId);
    expect((await laptop.list()).items.map(({ id }) => id)).toEqual([phone.ticketId]);
    expect(await laptop.goTo(`tickets/${phone.ticketId}/open`)).toBe(200);
    const other = await Browser.open({ identity: sign("bob") });
    expect((await other.list()).items).toEqual([]);
    expect(await other.goTo(`tickets/${phone.ticketId}/open`)).toBe(404);
  });

  it("a change of identity ends the sessions of all the visitor's tickets, for each of them opens the others", async () => {
    const browser = await Browser.open();
    await browser.say("Where do I change the plan?");
    const old = browser.session;
    await browser.goTo("tickets");
    await browser.init(sign("carol"));
    expect((await browser.list()).items).toEqual([]);
    browser.session = old;
    expect((await browser.get("tickets")).status).toBe(401);
    expect((await browser.get("history")).status).toBe(401);
  });

  it("goes on being the same visitor when the ticket of the session was ended", async () => {
    const browser = await Browser.open();
    await browser.say("Where do I change the plan?");
    const ended = browser.ticketId;
    await browser.post("end");
    await browser.init();
    expect(browser.ticketId).not.toBe(ended);
    expect((await browser.list()).items).toMatchObject([{ id: ended, status: "closed" }]);
  });
});

describe("a resolved ticket", () => {
  it("is read again without being opened, and reopened on purpose, with its thread", async () => {
    const visitor = await Browser.open();
    const id = visitor.ticketId;
    await visitor.say("Where do I change the plan?");
    await resolve(id);
    await visitor.goTo("tickets");
    await visitor.goTo(`tickets/${id}/open`);
    expect(visitor.session.ticket.status).toBe("resolved");
    const { body } = await visitor.get("resolution");
    expect(Date.parse((body as { reopen_until: string }).reopen_until)).toBeGreaterThan(Date.now() + 6 * 86_400_000);
    expect((await visitor.post("reopen")).status).toBe(200);
    expect((await visitor.post("reopen")).status).toBe(200);
    const history = (await visitor.get("history")).body as InitResponse;
    expect(history.ticket).toMatchObject({ id, status: "open", owner: "assistant" });
    expect(history.messages).toHaveLength(3);
    expect((await visitor.get("resolution")).body).toEqual({ reopen_until: null, rating: null, transcript: null });
    expect(await visitor.say("And the colour?")).toContain("event: end");
  });

  it("is closed for good after the tenant's days, by a button and by a message; a new one begins", async () => {
    const visitor = await Browser.open();
    const id = visitor.ticketId;
    await visitor.say("Where do I change the plan?");
    await change({ reopen_days: 3 });
    await resolve(id, 2);
    expect((await visitor.get("resolution")).body).toMatchObject({ reopen_until: expect.any(String) });
    await resolve(id, 4);
    expect((await visitor.get("resolution")).body).toMatchObject({ reopen_until: null });
    const refused = await visitor.post("reopen");
    expect([refused.status, refused.body]).toMatchObject([409, { error: { code: "ticket_closed" } }]);
    expect((await visitor.post("stream", { message_id: newId(), content: "Hello?" })).status).toBe(409);
    expect(await visitor.goTo("tickets")).toBe(200);
    expect((await visitor.list()).items.map((item) => item.id)).toEqual([id]);
    await change({ reopen_days: 7 });
  });

  it("is never opened again when the tenant gives no days", async () => {
    await change({ reopen_days: 0 });
    const visitor = await Browser.open();
    await visitor.say("Where do I change the plan?");
    await resolve(visitor.ticketId);
    expect((await visitor.post("reopen")).status).toBe(409);
    await change({ reopen_days: 7 });
    for (const reopen_days of [-1, 366, 1.5, "7"]) await expect(change({ reopen_days })).rejects.toThrow();
  });
});

describe("how it went", () => {
  it("is asked at the end and said once; the same face may bring its words later", async () => {
    const visitor = await Browser.open();
    const id = visitor.ticketId;
    await visitor.say("Where do I change the plan?");
    expect((await visitor.post("rating", { score: 4 })).status).toBe(409);
    await resolve(id);
    expect((await visitor.get("resolution")).body).toMatchObject({ rating: { score: null } });
    expect((await visitor.post("rating", { score: 4 })).status).toBe(200);
    expect((await visitor.post("rating", { score: 4, comment: "  Kim was quick  " })).status).toBe(200);
    expect((await visitor.post("rating", { score: 4, comment: "Kim was quick" })).status).toBe(200);
    for (const body of [{ score: 5 }, { score: 4, comment: "other words" }])
      expect((await visitor.post("rating", body)).body).toMatchObject({ error: { code: "already_answered" } });
    expect((await visitor.get("resolution")).body).toMatchObject({ rating: { score: 4 } });
    const { body } = await desk.desk(`tickets/${id}`);
    expect(body.ratings).toMatchObject([{ score: 4, comment: "Kim was quick" }]);
    const log = await visitor.get("history");
    expect(log.text).not.toContain("Kim was quick");
    const events = await desk.count("ticket_events where ticket_id = $1 and type = 'rating'", [id]);
    expect(events).toBe(2);
  });

  it("is not asked where nobody has answered", async () => {
    const visitor = await Browser.open();
    desk.rig.script.score = 0.1;
    await visitor.say("Is there a discount for nurses?");
    await visitor.post("end");
    expect((await visitor.get("resolution")).body).toMatchObject({ rating: null });
    const answered = await Browser.open();
    desk.rig.script.score = 0.9;
    await answered.say("Where do I change the plan?");
    await answered.post("end");
    expect((await answered.get("resolution")).body).toMatchObject({ rating: { score: null } });
  });

  it("is asked again after the ticket was opened and resolved again", async () => {
    const visitor = await Browser.open();
    await visitor.say("Where do I change the plan?");
    await resolve(visitor.ticketId);
    await visitor.post("rating", { score: 1 });
    await visitor.post("reopen");
    await resolve(visitor.ticketId);
    expect((await visitor.get("resolution")).body).toMatchObject({ rating: { score: null } });
    await visitor.post("rating", { score: 5 });
    expect((await desk.desk(`tickets/${visitor.ticketId}`)).body.ratings.map(({ score }) => score)).toEqual([1, 5]);
  });

  it("is asked of what the visitor has ended, and of nothing that waits for a person", async () => {
    const visitor = await Browser.open();
    await visitor.say("Where do I change the plan?");
    expect((await visitor.post("end")).status).toBe(200);
    expect((await visitor.get("resolution")).body).toMatchObject({ rating: { score: null }, reopen_until: null });
    expect((await visitor.post("rating", { score: 2 })).status).toBe(200);
    desk.rig.script.score = 0.1;
    const other = await Browser.open();
    await other.say("Where do I change the plan?");
    await withTenant(desk.http.db, desk.tenantId, (tx) =>
      tx.query("update messages set created_at = created_at - interval '9 days' where ticket_id = $1", [
        other.ticketId,
      ]),
    );
    expect((await other.get("resolution")).body).toMatchObject({ rating: null });
  });

  it("is not asked when the tenant does not want to know", async () => {
    await change({ ask_rating: false });
    const visitor = await Browser.open();
    await visitor.say("Where do I change the plan?");
    await resolve(visitor.ticketId);
    expect((await visitor.get("resolution")).body).toMatchObject({ rating: null });
    expect((await visitor.post("rating", { score: 4 })).status).toBe(409);
    await change({ ask_rating: true });
  });

  it("takes a face from 1 to 5 and words of some length, and its words reach no log", async () => {
    const visitor = await Browser.open();
    await visitor.say("Where do I change the plan?");
    await resolve(visitor.ticketId);
    for (const body of [
      {},
      { score: 0 },
      { score: 6 },
      { score: 2.5 },
      { score: "3" },
      { score: 3, comment: "x".repeat(1_001) },
      { score: 3, comment: "\u0000" },
    ])
      expect((await visitor.post("rating", body)).status, JSON.stringify(body)).toBe(400);
    expect((await visitor.post("rating", { score: 3, comment: "secretwords <b>&" })).status).toBe(200);
    expect(desk.http.logged.join("\n")).not.toContain("secretwords");
  });

  it("is counted in the tenant's numbers", async () => {
    const visitor = await Browser.open();
    await visitor.say("Where do I change the plan?");
    await resolve(visitor.ticketId);
    const before =
      ((await desk.desk("metrics")).body as unknown as { ratings: Record<string, number> }).ratings["2"] ?? 0;
    await visitor.post("rating", { score: 2 });
    const after = ((await desk.desk("metrics")).body as unknown as { ratings: Record<string, number> }).ratings;
    expect(after["2"]).toBe(before + 1);
  });

  it("is told to whoever follows the ticket", async () => {
    const visitor = await desk.visitor();
    await desk.say(visitor, "Where do I change the plan?");
    await resolve(visitor.session.ticket.id);
    await visitor.call("rating", { method: "POST", body: JSON.stringify({ score: 5 }) });
    const { events } = await desk.say(visitor, "One more thing");
    expect(storedTypes(events)).toContain("message");
    expect(await desk.count("ticket_events where type = 'rating' and payload ->> 'score' = '5'", [])).toBeGreaterThan(
      0,
    );
  });
});
