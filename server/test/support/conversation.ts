import { createParser } from "eventsource-parser";
import type { TicketDetail } from "../../../protocol/admin.ts";
import { type StreamEvent, streamEventSchema } from "../../../protocol/events.ts";
import type { HistoryResponse } from "../../../protocol/requests.ts";
import type { RetrievedChunk } from "../../assistant/ports.ts";
import { newId } from "../../core/ids.ts";
import { withTenant } from "../../database/transaction.ts";
import { openTicketLog } from "../../tickets/turns/read-ticket.ts";
import { TurnRunner } from "../../tickets/turns/runner.ts";
import type { BackendKind } from "./backends.ts";
import { originA, startTestHttp, type TestHttp } from "./http.ts";
import { createTurnRig, type TurnRig } from "./turns.ts";
import { VisitorClient } from "./visitor-client.ts";

/** The HTTP surface with real turns; only the model and the search are scripted. */
export interface ConversationRig extends AsyncDisposable {
  http: TestHttp;
  rig: TurnRig;
  tenantId: string;
  visitor(): Promise<VisitorClient>;
  /** Posts JSON and reads the response stream to its end. When the response is not a stream, `body` has the JSON. */
  post(visitor: VisitorClient, path: string, body: object): Promise<Answered>;
  say(visitor: VisitorClient, content: string): Promise<Answered>;
  history(visitor: VisitorClient): Promise<HistoryResponse>;
  /** Calls the admin API with the tenant's key. */
  desk(path: string, body?: object): Promise<{ status: number; body: TicketDetail & { error?: { code: string } } }>;
  count(sql: string, params: unknown[]): Promise<number>;
}

export interface Answered {
  status: number;
  events: StreamEvent[];
  body: { error?: { code: string } } | null;
}

/** @param backend database and hub; embedded and in memory by default. */
export async function startConversationRig(backend?: BackendKind): Promise<ConversationRig> {
  const generous = { points: 100_000, seconds: 60 };
  const http = await startTestHttp({
    ...(backend ? { backend } : {}),
    rules: {
      message_ticket: generous,
      message_address: generous,
      admin_caller: generous,
      chat_ticket: generous,
      init_address: generous,
    },
  });
  const rig = createTurnRig(http.db);
  const { hub } = http.ctx.desk;
  rig.deps.hub = hub;
  rig.turns = new TurnRunner(rig.deps);
  rig.desk = { ...rig.desk, hub, turns: rig.turns };
  http.ctx.turns = rig.turns;
  http.ctx.desk = rig.desk;
  http.ctx.openLog = (ticket, from) => openTicketLog({ db: http.db, hub }, ticket, from);
  const tenantId = http.a.tenant_id;
  const api = `${http.url}/api/v1`;
  const post: ConversationRig["post"] = async (visitor, path, body) => {
    const response = await visitor.call(path, { method: "POST", body: JSON.stringify(body) });
    const text = await response.text();
    if (!response.headers.get("content-type")?.includes("event-stream"))
      return { status: response.status, events: [], body: JSON.parse(text) as Answered["body"] };
    return { status: response.status, events: eventsIn(text), body: null };
  };
  return {
    http,
    rig,
    tenantId,
    post,
    visitor: () => VisitorClient.init(api, tenantId, originA),
    say: (visitor, content) => post(visitor, "stream", { message_id: newId(), content }),
    history: async (visitor) => (await (await visitor.call("history")).json()) as HistoryResponse,
    async desk(path, body) {
      const response = await fetch(`${api}/admin/${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: { authorization: `Bearer ${http.a.api_key}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: (await response.json()) as TicketDetail };
    },
    async count(sql, params) {
      const { rows } = await withTenant(http.db, tenantId, (tx) =>
        tx.query<{ n: number }>(`select count(*)::int as n from ${sql}`, params),
      );
      return rows[0]?.n ?? -1;
    },
    async [Symbol.asyncDispose]() {
      await rig.turns.drain(1_000);
      await http[Symbol.asyncDispose]();
    },
  };
}

/** Types of the stored events, without transient ones. */
export function storedTypes(events: { type: string }[]): string[] {
  return events.map((event) => event.type).filter((type) => type !== "status" && type !== "token");
}

/** Two documents with the same statement about different things. */
export function twoPlans(): RetrievedChunk[] {
  return ["Basic", "Pro"].map((name, index) => ({
    chunk_id: newId(),
    document_id: newId(),
    version_id: newId(),
    title: `${name} plan`,
    source: `${name}.md`,
    url: null,
    page: null,
    heading: null,
    text: `The ${name} plan costs ${index === 0 ? 9 : 29} euros a month.`,
    score: 0.8 - index * 0.01,
    parts: {},
  }));
}

/** The events of a whole stream, each validated against the protocol. */
export function eventsIn(text: string): StreamEvent[] {
  const events: StreamEvent[] = [];
  createParser({ onEvent: ({ data }) => void events.push(streamEventSchema.parse(JSON.parse(data))) }).feed(text);
  return events;
}
