import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../core/ids.ts";
import { deskTopic } from "../../core/live/hub.ts";
import { backends } from "../../test/support/backends.ts";
import { type ConversationRig, startConversationRig } from "../../test/support/conversation.ts";
import type { VisitorClient } from "../../test/support/visitor-client.ts";
import { withTenant } from "../transaction.ts";

/** Events that a newer version may write while this one still runs. */
const novelties: [type: string, payload: object][] = [
  ["sparkle", { glitter: 7 }],
  ["poll", { question: "How was it?", options: ["a", "b"] }],
  ["Message", {}],
  ["constructor", { type: "end" }],
];
const newWords: [type: string, payload: object][] = [
  ["owner", { owner: "robot", status: "snoozed" }],
  ["escalation", { ticket_number: 1, reason: "bored", content: "A person comes.", mood: "fine" }],
  ["error", { code: "quota", message: "Wait.", error_type: "budget" }],
];

let test: ConversationRig;

/** Stores an event as a newer version's process would. */
async function storeEvent(ticketId: string, type: string, payload: object): Promise<void> {
  await withTenant(test.http.db, test.tenantId, (tx) =>
    tx.query(
      `with place as (update tickets set last_sequence = last_sequence + 1 where id = $2 returning last_sequence)
       insert into ticket_events (tenant_id, ticket_id, sequence, event_id, type, payload)
       select $1, $2, last_sequence, $3, $4, $5 from place`,
      [tx.tenantId, ticketId, newId(), type, JSON.stringify(payload)],
    ),
  );
}

/** Reads a feed until it contains a text. @throws when it ends earlier. */
async function readUntil(response: Response, wanted: string): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  if (!response.body) throw new Error(`no stream: ${response.status}`);
  for await (const piece of response.body) {
    text += decoder.decode(piece, { stream: true });
    if (text.includes(wanted)) return text;
  }
  throw new Error(`the stream ended before ${wanted}`);
}

const feed = (visitor: VisitorClient, cursor: string) =>
  visitor.call("events", { headers: { "last-event-id": cursor, accept: "text/event-stream" } });

describe.each(backends)("on $name", (backend) => {
  beforeAll(async () => {
    test = await startConversationRig(backend);
  });
  afterAll(() => test[Symbol.asyncDispose]());

  describe("a ticket whose log a newer version has written into", () => {
    it("is streamed on: unknown types are passed over, known ones with new words are handed on", async () => {
      const visitor = await test.visitor();
      const ticketId = visitor.session.ticket.id;
      for (const [type, payload] of [...novelties, ...newWords]) await storeEvent(ticketId, type, payload);
      const answered = await test.say(visitor, "How do I start?");
      expect(answered.status).toBe(200);
      expect(answered.events.at(-1)?.type).toBe("end");
      for (const [type, payload] of novelties) await storeEvent(ticketId, type, payload);

      const text = await readUntil(await feed(visitor, "0"), "event: end");
      const types = [...text.matchAll(/^event: (.*)$/gm)].map(([, type]) => type);
      expect(types).toEqual(["owner", "escalation", "error", "message", "message", "end"]);
      expect(text).not.toContain("event: reset");
      expect(text).toContain('"status":"snoozed"');

      const again = await test.say(visitor, "And then?");
      expect(again.events.map((event) => event.type)).not.toContain("reset");
      expect(again.events.at(-1)?.type).toBe("end");
    });

    it("is continued from any cursor in front of, between and behind what is unknown", async () => {
      const visitor = await test.visitor();
      const ticketId = visitor.session.ticket.id;
      for (let round = 0; round < 9; round += 1)
        for (const [type, payload] of novelties) await storeEvent(ticketId, type, payload);
      await test.say(visitor, "How do I start?");
      for (const cursor of ["0", "1", "17", "36"]) {
        const text = await readUntil(await feed(visitor, cursor), "event: end");
        expect(text).not.toContain("event: reset");
        expect(text).toMatch(/^id: 39/m);
      }
    });

    it("has a history, with the words this version does not know", async () => {
      const visitor = await test.visitor();
      await test.say(visitor, "How do I start?");
      await withTenant(test.http.db, test.tenantId, (tx) =>
        tx.query("update messages set grade = $2 where ticket_id = $1 and role = 'assistant'", [
          visitor.session.ticket.id,
          JSON.stringify({ score: 1, tier: "superb", reason: "" }),
        ]),
      );
      const response = await visitor.call("history");
      expect(response.status).toBe(200);
      expect(await response.text()).toContain("superb");
    });
  });

  describe("the console's feed", () => {
    it("goes on after notices that are unknown or broken", async () => {
      const response = await fetch(`${test.http.url}/api/v1/admin/events`, {
        headers: { authorization: `Bearer ${test.http.a.api_key}` },
      });
      const text = readUntil(response, "the-last-one");
      const { hub } = test.http.ctx.desk;
      for (const notice of ['{"type":"assigned","at":"now"}', "{", "", "null", '{"type":{}}', "[]"])
        await hub.notify(deskTopic(test.tenantId), notice);
      await hub.notify(
        deskTopic(test.tenantId),
        JSON.stringify({ type: "ticket_changed", at: "the-last-one", new: 1 }),
      );
      expect([...(await text).matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? ""))).toEqual([
        { type: "ping", at: expect.any(String), consoles: 1 },
        { type: "ticket_changed", at: "the-last-one", consoles: 1 },
      ]);
    });
  });
});
