import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import jwt from "jsonwebtoken";
import { z } from "zod";
import { analyticsMeasureSchema } from "../../../protocol/admin-analytics.ts";

/** A tenant on a running server. */
export interface WalkTarget {
  /** With the path prefix, e.g. `http://127.0.0.1:8787/api/v1`. */
  api: string;
  origin: string;
  tenantId: string;
  apiKey: string;
  identitySecret: string;
}

const initSchema = z.object({ token: z.string(), ticket: z.object({ id: z.string(), number: z.number() }) });
const historySchema = z.object({
  messages: z.array(z.object({ id: z.string(), role: z.string() })),
  pending: z.object({ type: z.string(), clarification_id: z.string().optional() }).nullable(),
  active_turn: z.string().nullable(),
});
const pageSchema = z.object({ items: z.array(z.looseObject({ id: z.string() })), next_cursor: z.string().nullable() });

const views = ["needs_person", "mine", "unassigned", "assistant", "resolved", "all"] as const;
const statuses = ["open", "pending_human", "in_progress", "pending_visitor", "resolved", "closed"] as const;
const plainMeasures = analyticsMeasureSchema.exclude(["grade", "label", "set", "agent"]).options;
/** How long an endless feed is read, in ms. */
const listenMs = 300;
const waitMs = 20_000;

const wantsPerson = "I want to talk to a person, please.";

/**
 * Runs each action of visitors and agents once: all API calls for tickets, the inbox and the documents. Waits for each turn to end.
 * @throws Error naming the rejected call.
 */
export async function walk(target: WalkTarget): Promise<void> {
  const desk = new Desk(target);
  await desk.addPlans();
  const known = await visitorWalk(target);
  await deskWalk(target, desk);
  await readInbox(desk, known);
  await readLibrary(desk);
  await readSettings(desk);
}

/** A visitor's ticket with answers, a clarification, a rating, history, a cancellation and the end. */
async function visitorWalk(target: WalkTarget): Promise<{ number: number }> {
  const visitor = await Visitor.open(target, { identified: true });
  await visitor.say("How do I repair kite model 7?");
  await visitor.say("What does the plan cost a month?");
  const { pending, messages } = await visitor.history();
  if (pending?.clarification_id) {
    await visitor.post("resume", { clarification_id: pending.clarification_id, choice: "1" });
    await visitor.settled();
  }
  const answer = messages.find(({ role }) => role === "assistant");
  if (!answer) throw new Error("the first question was not answered");
  await visitor.post("feedback", { message_id: answer.id, rating: "down", reason: "too short" });
  await visitor.post("stream-ticket", {});
  await visitor.listen("events", { "last-event-id": "0" });
  // The widget on the next page continues the same session.
  await Visitor.open(target, { identified: true, token: visitor.token });
  for (let n = 0; n < 9; n += 1) await visitor.say(`And how do I repair kite model ${n}?`);
  await visitor.post("seen", { sequence: 3 });
  const { items, next_cursor: cursor } = pageSchema.parse(await visitor.get("tickets?limit=1"));
  await visitor.get(`tickets?limit=50&cursor=${cursor ?? ""}`);
  await visitor.post("tickets", {});
  await visitor.post(`tickets/${items[0]?.id}/open`, {});
  await visitor.post("cancel", {});
  await visitor.post("end", {});
  return { number: visitor.number };
}

/** Each way in which an agent ends a visitor's wait, on a separate ticket. */
async function deskWalk(target: WalkTarget, desk: Desk): Promise<void> {
  const decisions: ((ticket: string) => Promise<unknown>)[] = [
    async (ticket) => {
      await desk.post(`${ticket}/take`, {});
      await desk.post(`${ticket}/messages`, { content: "A person is here now." });
      return desk.post(`${ticket}/resolve`, { answer: "It was sent today.", save_as_snippet: true });
    },
    (ticket) => desk.post(`${ticket}/approve-draft`, { content: "This is what we do." }, [200, 409]),
    (ticket) => desk.post(`${ticket}/hint`, { hint: "Look at kite model 9." }),
    (ticket) => desk.post(`${ticket}/hand-back`, {}),
  ];
  for (const decide of decisions) {
    const visitor = await Visitor.open(target, { identified: false });
    await visitor.say(wantsPerson);
    await visitor.say("It is about my kite.");
    await desk.get(`tickets/${visitor.ticketId}`);
    await decide(`tickets/${visitor.ticketId}`);
    await visitor.settled();
    await desk.listen(`tickets/${visitor.ticketId}/events`);
    await visitor.get("resolution");
    await visitor.post("rating", { score: 4, comment: "quick" }, [200, 409]);
    await visitor.post("reopen", {}, [200, 409]);
  }
  await desk.listen("events");
}

/** Reads every view: unfiltered, by status, with a search, and its second page; and searches of every kind. */
async function readInbox(desk: Desk, known: { number: number }): Promise<void> {
  for (const view of views) {
    const first = pageSchema.parse(await desk.get(`tickets?view=${view}&limit=50`));
    if (first.next_cursor) await desk.get(`tickets?view=${view}&limit=50&cursor=${first.next_cursor}`);
    for (const q of [`%23${known.number}`, "kite", "refund%20parcel", "visitor12", "nothing-has-this"]) {
      const found = pageSchema.parse(await desk.get(`tickets?view=${view}&q=${q}`));
      if (found.next_cursor) await desk.get(`tickets?view=${view}&q=${q}&cursor=${found.next_cursor}`);
    }
  }
  for (const status of statuses) await desk.get(`tickets?status=${status}`);
  const { items } = pageSchema.parse(await desk.get("tickets?view=resolved&limit=5"));
  for (const { id } of items) await desk.get(`tickets/${id}`);
}

async function readLibrary(desk: Desk): Promise<void> {
  const documents = pageSchema.parse(await desk.get("documents?limit=50"));
  await desk.get(`documents?limit=50&cursor=${documents.next_cursor ?? ""}`, [200, 400]);
  const id = documents.items[0]?.id ?? "";
  for (const part of ["", "/versions", "/pages"]) await desk.get(`documents/${id}${part}`);
  await desk.get("search?q=how%20do%20I%20repair%20a%20kite");
  for (const path of ["sets", "jobs?limit=50", "jobs?status=done", "cache", "metrics"]) await desk.get(path);
}

async function readSettings(desk: Desk): Promise<void> {
  for (const path of ["me", "settings", "people", "keys"]) await desk.get(path);
  for (const path of ["analytics?days=365", "analytics.csv?days=30"]) await desk.get(path);
  for (const measure of plainMeasures) await desk.get(`analytics/tickets?days=7&measure=${measure}`);
  const audit = pageSchema.parse(await desk.get("audit?limit=50"));
  if (audit.next_cursor) await desk.get(`audit?limit=50&cursor=${audit.next_cursor}`);
}

/** A caller with the headers that identify it. */
class Caller {
  readonly #base: string;
  headers: Record<string, string>;

  constructor(base: string, headers: Record<string, string>) {
    this.#base = base;
    this.headers = headers;
  }

  get(path: string, fine: readonly number[] = [200]): Promise<unknown> {
    return this.#call(path, { headers: this.headers }, fine);
  }

  post(path: string, body: object, fine: readonly number[] = [200, 201, 202]): Promise<unknown> {
    const headers = { ...this.headers, "content-type": "application/json" };
    return this.#call(path, { method: "POST", headers, body: JSON.stringify(body) }, fine);
  }

  async #call(path: string, init: RequestInit, fine: readonly number[]): Promise<unknown> {
    const response = await fetch(`${this.#base}/${path}`, init);
    const text = await response.text();
    if (!fine.includes(response.status))
      throw new Error(`${path} returned status ${response.status}: ${text.slice(0, 300)}`);
    return response.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text;
  }

  /** Opens a feed, and closes it after its first pages. */
  async listen(path: string, more: Record<string, string> = {}): Promise<void> {
    const stop = new AbortController();
    const response = await fetch(`${this.#base}/${path}`, {
      headers: { ...this.headers, ...more },
      signal: stop.signal,
    });
    if (!response.ok) throw new Error(`${path} returned status ${response.status}`);
    await sleep(listenMs);
    stop.abort();
    await response.text().catch(() => {}); // cut off on purpose
  }
}

class Visitor extends Caller {
  readonly token: string;
  readonly ticketId: string;
  readonly number: number;

  private constructor({ api, origin }: WalkTarget, session: z.infer<typeof initSchema>) {
    super(`${api}/chat`, { origin, authorization: `Bearer ${session.token}` });
    this.token = session.token;
    this.ticketId = session.ticket.id;
    this.number = session.ticket.number;
  }

  static async open(target: WalkTarget, who: { identified: boolean; token?: string }): Promise<Visitor> {
    const claims = { external_id: "customer-walk", email: "walk@customer.example", name: "Walk" };
    const caller = new Caller(`${target.api}/chat`, {
      origin: target.origin,
      ...(who.token ? { authorization: `Bearer ${who.token}` } : {}),
    });
    const body = {
      tenant_id: target.tenantId,
      ...(who.identified ? { identity: jwt.sign(claims, target.identitySecret) } : { visitor: { locale: "en" } }),
    };
    return new Visitor(target, initSchema.parse(await caller.post("init", body)));
  }

  async say(content: string): Promise<void> {
    await this.post("stream", { message_id: randomUUID(), content });
    await this.settled();
  }

  async history(): Promise<z.infer<typeof historySchema>> {
    return historySchema.parse(await this.get("history"));
  }

  /** Waits until no turn is active. */
  async settled(): Promise<void> {
    for (const until = Date.now() + waitMs; (await this.history()).active_turn !== null; await sleep(50)) {
      if (Date.now() > until) throw new Error("a turn did not end");
    }
  }
}

class Desk extends Caller {
  constructor({ api, apiKey }: WalkTarget) {
    super(`${api}/admin`, { authorization: `Bearer ${apiKey}` });
  }

  /** Two documents with the same text about different plans, so that the assistant must ask back; and one about kites. */
  async addPlans(): Promise<void> {
    const documents = [
      ["Basic plan", "# Basic plan\n\nThe Basic plan costs 9 euros a month."],
      ["Pro plan", "# Pro plan\n\nThe Pro plan costs 29 euros a month."],
      ["Kites", `# Kites\n\n${Array.from({ length: 10 }, (_, n) => kiteSection(n)).join("\n\n")}`],
    ] as const;
    for (const [title, content] of documents) await this.post("documents", { source: `${title}.md`, title, content });
    const searchable = async () => {
      const { items } = pageSchema.parse(await this.get("documents?limit=3"));
      return items.every((item) => ["ready", "searchable"].includes(String(item.status)));
    };
    for (const until = Date.now() + waitMs; !(await searchable()); await sleep(100)) {
      if (Date.now() > until) throw new Error("the documents were not indexed");
    }
  }
}

function kiteSection(n: number): string {
  return `## How do I repair kite model ${n}?\n\nYou repair kite model ${n} with ${n} patches, a needle and some patience. Wash the sail first, let it dry, then sew the tear.`;
}
