import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Citation } from "../../../protocol/messages.ts";
import { newId } from "../../core/ids.ts";
import { withTenant } from "../../database/transaction.ts";
import { type ConversationRig, startConversationRig } from "../../test/support/conversation.ts";
import type { VisitorClient } from "../../test/support/visitor-client.ts";

let desk: ConversationRig;

beforeAll(async () => {
  desk = await startConversationRig();
}, 60_000);
afterAll(() => desk[Symbol.asyncDispose]());
beforeEach(() => {
  desk.rig.script.score = 0.2;
});

/** A handed-over ticket with a draft. */
async function escalated(): Promise<{ visitor: VisitorClient; id: string }> {
  const visitor = await desk.visitor();
  await desk.say(visitor, "How long does the blue one last?");
  return { visitor, id: visitor.session.ticket.id };
}

const text = "Batteries are sold apart. The blue one lasts for nine years. Paint fades in the sun.";

interface Kept {
  audience?: string;
  validUntil?: string;
  isOld?: boolean;
}

/** Stores a document with one passage; returns the passage's id. */
async function library(tenantId: string, { audience = "public", validUntil, isOld }: Kept = {}): Promise<string> {
  const [documentId, versionId, chunkId] = [newId(), newId(), newId()];
  await withTenant(desk.http.db, tenantId, async (tx) => {
    await tx.query(
      `insert into documents (tenant_id, id, source, title, url, audience, valid_until, current_version_id)
       values ($1, $2, $3, 'The blue one', 'https://docs.example.com/blue', $4, $5, $6)`,
      [tenantId, documentId, `${documentId}.md`, audience, validUntil ?? null, isOld ? null : versionId],
    );
    await tx.query(
      `insert into document_versions (tenant_id, id, document_id, version, content_hash, format, raw_text) values ($1, $2, $3, 1, '', 'text', $4)`,
      [tenantId, versionId, documentId, text],
    );
    await tx.query(
      `insert into chunks (tenant_id, id, document_id, version_id, ordinal, heading, text) values ($1, $2, $3, $4, 0, 'Age', $5)`,
      [tenantId, chunkId, documentId, versionId, text],
    );
  });
  return chunkId;
}

const lastOf = async (visitor: VisitorClient) => (await desk.history(visitor)).messages.at(-1);

describe("a person's answer", () => {
  it("names passages, and the server makes of them what the visitor is shown", async () => {
    const { visitor, id } = await escalated();
    const chunk = await library(desk.tenantId);
    const reply = {
      message_id: newId(),
      content: "It lasts nine years [1]. Really [7].",
      citations: [
        { index: 1, chunk_id: chunk },
        { index: 2, chunk_id: chunk },
      ],
    };
    expect((await desk.desk(`tickets/${id}/messages`, reply)).status).toBe(200);
    const cited: Partial<Citation> = {
      index: 1,
      chunk_id: chunk,
      title: "The blue one",
      url: "https://docs.example.com/blue",
      heading: "Age",
      quote: "The blue one lasts for nine years.",
    };
    expect(await lastOf(visitor)).toMatchObject({ role: "agent", citations: [cited] });
    expect((await lastOf(visitor))?.citations).toHaveLength(1);
    // Sending the same reply again changes nothing; with other sources it is a different reply.
    expect((await desk.desk(`tickets/${id}/messages`, reply)).status).toBe(200);
    expect((await desk.desk(`tickets/${id}/messages`, { ...reply, citations: [] })).body.error?.code).toBe(
      "message_conflict",
    );
    const resolved = await desk.desk(`tickets/${id}/resolve`, {
      answer: "Nine years, as said [3].",
      citations: [{ index: 3, chunk_id: chunk }],
    });
    expect(resolved.status).toBe(200);
    expect(await lastOf(visitor)).toMatchObject({ citations: [{ ...cited, index: 3 }] });
  });

  it("may name nothing that visitors are not shown, whoever's it is", async () => {
    const { visitor, id } = await escalated();
    const before = await desk.history(visitor);
    const others = await library(desk.http.b.tenant_id);
    const refused = [
      [await library(desk.tenantId, { audience: "internal" }), "is internal"],
      [await library(desk.tenantId, { validUntil: "2020-01-01" }), "is no longer public"],
      [await library(desk.tenantId, { isOld: true }), "is no longer in the library"],
      [others, "is no longer in the library"],
      [newId(), "is no longer in the library"],
    ] as const;
    for (const [chunk, why] of refused) {
      const citations = [{ index: 1, chunk_id: chunk }];
      for (const [verb, body] of [
        ["messages", { content: "So [1].", citations }],
        ["resolve", { answer: "So [1].", citations }],
        ["approve-draft", { content: "So [1].", citations }],
      ] as const) {
        const { status, body: answer } = await desk.desk(`tickets/${id}/${verb}`, body);
        expect(status).toBe(422);
        expect(answer.error).toMatchObject({ code: "source_refused", message: expect.stringContaining(why) });
      }
    }
    const twice = [
      { index: 1, chunk_id: others },
      { index: 1, chunk_id: newId() },
    ];
    expect((await desk.desk(`tickets/${id}/messages`, { content: "So [1].", citations: twice })).status).toBe(400);
    const titled = [{ index: 1, chunk_id: others, title: "Mine", quote: "My words" }];
    expect((await desk.desk(`tickets/${id}/messages`, { content: "So [1].", citations: titled })).status).toBe(400);
    expect((await desk.history(visitor)).messages).toEqual(before.messages);
    // The rejected replies do not block the ticket.
    expect((await desk.desk(`tickets/${id}/messages`, { content: "So." })).status).toBe(200);
  });

  it("made from the draft keeps the draft's words for its sources, as long as visitors may see them", async () => {
    const { visitor, id } = await escalated();
    const drafted = desk.rig.chunks[0]?.chunk_id ?? "";
    await desk.desk(`tickets/${id}/approve-draft`, {
      content: "Yes, you can [2].",
      citations: [{ index: 2, chunk_id: drafted }],
    });
    expect(await lastOf(visitor)).toMatchObject({
      role: "agent",
      citations: [{ index: 2, chunk_id: drafted, title: "Guide", quote: "You can do it." }],
    });
  });
});
