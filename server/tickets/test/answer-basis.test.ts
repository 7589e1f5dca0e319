import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type AnswerBasis, answerBasisSchema } from "../../../protocol/answer-basis.ts";
import { newId } from "../../core/ids.ts";
import { withTenant } from "../../database/transaction.ts";
import { type ConversationRig, startConversationRig } from "../../test/support/conversation.ts";
import { originB } from "../../test/support/http.ts";
import { seedDocument } from "../../test/support/library.ts";
import { VisitorClient } from "../../test/support/visitor-client.ts";

let desk: ConversationRig;
let documentId: string;

const inTenant = (sql: string, params: unknown[] = []) =>
  withTenant(desk.http.db, desk.tenantId, async (tx) => (await tx.query<Record<string, unknown>>(sql, params)).rows);

beforeAll(async () => {
  desk = await startConversationRig();
  const seeded = await seedDocument(desk.http.db, desk.tenantId, {
    source: "returns",
    title: "Returns",
    texts: ["You can send it back within thirty days."],
  });
  documentId = seeded.id;
  const [chunk] = desk.rig.chunks;
  if (!chunk) throw new Error("the rig has no passage");
  desk.rig.chunks.splice(0, 1, {
    ...chunk,
    chunk_id: seeded.chunkIds[0] ?? "",
    document_id: seeded.id,
    title: "Returns",
    text: "You can send it back within thirty days.",
  });
  desk.rig.script.words = ["Within thirty days [1]."];
});
afterAll(() => desk[Symbol.asyncDispose]());
beforeEach(async () => {
  desk.rig.script.score = 0.9;
  await inTenant("update documents set audience = 'public', valid_until = null");
});

async function answered() {
  const visitor = await desk.visitor();
  await desk.say(visitor, "How long can I send it back?");
  const message = (await desk.history(visitor)).messages.findLast(({ role }) => role === "assistant");
  if (!message) throw new Error("there is no answer");
  return { visitor, id: message.id };
}

async function explain(visitor: VisitorClient, id: string): Promise<AnswerBasis> {
  const response = await visitor.call(`answers/${id}`);
  expect(response.status).toBe(200);
  expect(response.headers.get("cache-control")).toBe("no-store");
  return answerBasisSchema.parse(await response.json());
}

describe("why an answer was given", () => {
  it("names the version of each document that was used, with its date, and that an assistant wrote it", async () => {
    const { visitor, id } = await answered();
    const basis = await explain(visitor, id);
    expect(basis).toMatchObject({
      written_by: "assistant",
      sources: [{ type: "document", title: "Returns", indexes: [1], version: 1, is_current: true }],
    });
    expect(Date.parse(basis.sources[0]?.dated ?? "")).toBeGreaterThan(Date.now() - 600_000);
  });

  it("says that the document has changed since", async () => {
    const { visitor, id } = await answered();
    const [before] = await inTenant("select current_version_id as id from documents where id = $1", [documentId]);
    const next = newId();
    await inTenant(
      `insert into document_versions (tenant_id, id, document_id, version, content_hash, format, raw_text)
       values ($1, $2, $3, 2, '', 'text', '')`,
      [desk.tenantId, next, documentId],
    );
    await inTenant("update documents set current_version_id = $2 where id = $1", [documentId, next]);
    expect((await explain(visitor, id)).sources).toMatchObject([{ version: 1, is_current: false }]);
    await inTenant("update documents set current_version_id = $2 where id = $1", [documentId, before?.["id"]]);
  });

  it("names the parts that were not found, in a short list, but not those of an answer that an agent guided", async () => {
    const { visitor, id } = await answered();
    const grading = {
      supported: [],
      unsupported: ["It is free."],
      missing: ["the cost", " ", "x".repeat(900), ...many()],
    };
    await inTenant("update turns set grading = $1 where ticket_id = $2", [grading, visitor.session.ticket.id]);
    const basis = await explain(visitor, id);
    expect(basis.unsupported).toEqual(["It is free."]);
    expect(basis.missing).toHaveLength(5);
    expect(basis.missing[0]).toBe("the cost");
    expect(basis.missing[1]?.length).toBeLessThanOrEqual(300);
    await inTenant("update turns set hint = 'Say no.' where ticket_id = $1", [visitor.session.ticket.id]);
    expect(await explain(visitor, id)).toMatchObject({ missing: [], unsupported: [] });
  });

  it.each([
    ["became internal", "update documents set audience = 'internal'"],
    ["is not valid any more", "update documents set valid_until = now() - interval '1 day'"],
  ])("tells nothing new of a document that %s, and never its text", async (_what, change) => {
    const { visitor, id } = await answered();
    await inTenant(change);
    const response = await visitor.call(`answers/${id}`);
    const text = await response.text();
    expect(JSON.parse(text).sources).toEqual([
      { type: "document", title: "Returns", indexes: [1], version: null, dated: null, is_current: false },
    ]);
    expect(text).not.toMatch(/thirty|internal|audience/);
  });

  it("is told only to the visitor of the ticket, of the same tenant", async () => {
    const { id } = await answered();
    const stranger = await desk.visitor();
    const elsewhere = await VisitorClient.init(`${desk.http.url}/api/v1`, desk.http.b.tenant_id, originB);
    for (const visitor of [stranger, elsewhere]) {
      const response = await visitor.call(`answers/${id}`);
      expect(response.status).toBe(404);
      expect(await response.text()).not.toContain("Returns");
    }
    const bare = await fetch(`${desk.http.url}/api/v1/chat/answers/${id}`);
    expect(bare.status).toBe(401);
  });

  it("is told of answers only: not of the visitor's own words, nor of a hand-over", async () => {
    const { visitor } = await answered();
    desk.rig.script.score = 0.1;
    await desk.say(visitor, "And what does it cost?");
    const { messages } = await desk.history(visitor);
    const others = messages.filter(
      ({ role, grade, citations }) => role !== "assistant" || (!grade && !citations.length),
    );
    expect(others.length).toBeGreaterThanOrEqual(3);
    for (const { id } of others) expect((await visitor.call(`answers/${id}`)).status).toBe(404);
    expect((await visitor.call("answers/unknown")).status).toBe(404);
  });
});

function many(): string[] {
  return Array.from({ length: 9 }, (_, n) => `part ${n}`);
}
