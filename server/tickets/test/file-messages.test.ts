import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { StreamEvent } from "../../../protocol/events.ts";
import { newId } from "../../core/ids.ts";
import { withTenant } from "../../database/transaction.ts";
import { openBackend, type TestBackend } from "../../test/support/backends.ts";
import { seedTwoTenants } from "../../test/support/database.ts";
import { anAgent, createTurnRig, type TurnRig } from "../../test/support/turns.ts";
import { waitFor } from "../../test/support/wait-for.ts";
import { resolveTicket } from "../desk/resolve.ts";
import { insertAttachment } from "../store/attachments.ts";
import { findTicket } from "../store/tickets.ts";
import { listVisitorTickets } from "../store/visitor-tickets.ts";

let backend: TestBackend;
let rig: TurnRig;
let tenantId: string;

beforeAll(async () => {
  backend = await openBackend();
  tenantId = (await seedTwoTenants(backend.db)).a;
  rig = createTurnRig(backend.db, backend.hub);
});
afterAll(async () => {
  await rig.turns.drain(1_000);
  await rig.deps.hub.close();
  await backend.close();
});

async function uploaded(ticketId: string, sender: "visitor" | "agent" = "visitor"): Promise<string> {
  const id = newId();
  const attachment = { id, name: "screen.webp", type: "image/webp", size: 3, width: 1, height: 1 };
  await withTenant(backend.db, tenantId, (tx) =>
    insertAttachment(tx, {
      ticketId,
      attachment,
      sender,
      hash: Buffer.alloc(32),
      sentBytes: 3,
      files: [{ size: "full", type: "image/webp", bytes: Buffer.from("abc") }],
    }),
  );
  return id;
}

/** Sends a message with files and waits for the end of the turn. */
async function say(ticketId: string, content: string, { files = 1, locale }: { files?: number; locale?: string } = {}) {
  if (locale)
    await withTenant(backend.db, tenantId, (tx) =>
      tx.query("update visitors set locale = $2 where id = (select visitor_id from tickets where id = $1)", [
        ticketId,
        locale,
      ]),
    );
  const attachments = await Promise.all(Array.from({ length: files }, () => uploaded(ticketId)));
  const sent = await rig.turns.send({ tenantId, ticketId, messageId: newId(), content, attachments });
  const ends = (events: StreamEvent[]) => events.some(({ type, turn_id }) => type === "end" && turn_id === sent.turnId);
  await waitFor(async () => ends(await rig.stored(tenantId, ticketId)), { what: "the turn's end" });
  return rig.history(tenantId, ticketId);
}

const lastOf = (history: Awaited<ReturnType<typeof say>>) => history.messages.at(-1)?.content;

describe("a message that has only files", () => {
  it("is told, without a search, that they cannot be opened", async () => {
    const ticketId = await rig.openTicket(tenantId);
    const history = await say(ticketId, "");
    expect(lastOf(history)).toMatch(/^I can't open files or pictures\./);
    expect(history.ticket).toMatchObject({ status: "open", owner: "assistant" });
    expect(history.messages[0]?.attachments).toHaveLength(1);
  });

  it.each([
    ["de-AT", /^Ich kann keine Dateien/],
    ["he", /^איני/],
    ["pt-BR", /^Não consigo/],
    ["xx", /^I can't/],
  ])("is answered in the language of the page: %s", async (locale, words) => {
    const ticketId = await rig.openTicket(tenantId);
    expect(lastOf(await say(ticketId, "", { locale }))).toMatch(words);
  });

  it("after that is handed to a person, who sees what it was", async () => {
    const ticketId = await rig.openTicket(tenantId);
    await say(ticketId, "");
    const history = await say(ticketId, "", { files: 2 });
    expect(history.ticket).toMatchObject({ status: "pending_human", owner: "human" });
    const { rows } = await withTenant(backend.db, tenantId, (tx) =>
      tx.query("select subject, summary, last_message from tickets where id = $1", [ticketId]),
    );
    expect(rows[0]).toMatchObject({ subject: "screen.webp" });
    expect(String(rows[0]?.["summary"])).not.toContain("undefined");
  });

  it("is named after its file in the visitor's list of conversations", async () => {
    const ticketId = await rig.openTicket(tenantId);
    await say(ticketId, "");
    await say(ticketId, "");
    const attachments = [await uploaded(ticketId)];
    await rig.turns.send({ tenantId, ticketId, messageId: newId(), content: "", attachments });
    const lines = await withTenant(backend.db, tenantId, async (tx) => {
      const ticket = await findTicket(tx, ticketId);
      return listVisitorTickets(tx, ticket?.visitor_id ?? "", { limit: 10 });
    });
    expect(lines.find(({ id }) => id === ticketId)).toMatchObject({
      role: "visitor",
      content: "",
      file: "screen.webp",
    });
  });

  it("is nothing the next question stumbles over", async () => {
    const ticketId = await rig.openTicket(tenantId);
    await say(ticketId, "");
    expect(lastOf(await say(ticketId, "How do I reset it?", { files: 0 }))).toBe("You can [1].");
  });
});

describe("words with files", () => {
  it("are answered, and told that nobody has looked at the files", async () => {
    const ticketId = await rig.openTicket(tenantId);
    expect(lastOf(await say(ticketId, "What does this error mean?"))).toBe(
      "You can [1].\n\nI couldn't open your attachment. Our team can: just ask for them.",
    );
  });

  it("are told so in their own language", async () => {
    const ticketId = await rig.openTicket(tenantId);
    const german = "Was bedeutet diese Meldung und wie kann ich sie wieder wegbekommen?";
    expect(lastOf(await say(ticketId, german))).toContain("Ihren Anhang konnte ich nicht öffnen.");
  });
});

describe("an agent's answer that resolves", () => {
  it("brings its files along, once", async () => {
    const ticketId = await rig.openTicket(tenantId);
    await say(ticketId, "I want to talk to a person", { files: 0 });
    const id = await uploaded(ticketId, "agent");
    const target = { tenantId, ticketId, ...anAgent() };
    await resolveTicket(rig.desk, target, { answer: "See the file.", saveAsSnippet: false, attachments: [id] });
    const { messages } = await rig.history(tenantId, ticketId);
    expect(messages.at(-1)).toMatchObject({ role: "agent", content: "See the file.", attachments: [{ id }] });
  });

  it("is refused before anything happens when it names a file of the visitor", async () => {
    const ticketId = await rig.openTicket(tenantId);
    await say(ticketId, "I want to talk to a person", { files: 0 });
    const id = await uploaded(ticketId);
    const target = { tenantId, ticketId, ...anAgent() };
    const resolving = resolveTicket(rig.desk, target, { answer: "x", saveAsSnippet: false, attachments: [id] });
    await expect(resolving).rejects.toMatchObject({ code: "invalid_request" });
    expect((await rig.history(tenantId, ticketId)).ticket.status).toBe("pending_human");
  });
});
