import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withTenant } from "../../database/transaction.ts";
import { type ConversationRig, startConversationRig, storedTypes } from "../../test/support/conversation.ts";

let desk: ConversationRig;
const findings = { supported: ["It lasts."], unsupported: ["It never breaks."], missing: ["How long?"] };

beforeAll(async () => {
  desk = await startConversationRig();
  const { modelFor } = desk.rig.deps;
  desk.rig.deps.modelFor = (options) => {
    const model = modelFor(options);
    return { ...model, grade: async (...input) => ({ ...(await model.grade(...input)), ...findings }) };
  };
}, 60_000);
afterAll(() => desk[Symbol.asyncDispose]());

async function ask(settings: { answer_mode: string; threshold: number }, score: number) {
  await withTenant(desk.http.db, desk.tenantId, (tx) =>
    tx.query("update tenants set answer_mode = $2, threshold = $3 where tenant_id = $1", [
      desk.tenantId,
      settings.answer_mode,
      settings.threshold,
    ]),
  );
  desk.rig.script.score = score;
  const visitor = await desk.visitor();
  const { events } = await desk.say(visitor, "How long does the blue one last?");
  const { id } = visitor.session.ticket;
  return { events, visitor, detail: (await desk.desk(`tickets/${id}`)).body, id };
}

describe("an answer below the tenant's threshold", () => {
  it("that was shown while it was written is marked as not verified, and the bridge message follows", async () => {
    const { events, visitor, detail } = await ask({ answer_mode: "stream_first", threshold: 0.7 }, 0.4);
    expect(events.some((event) => event.type === "token")).toBe(true);
    expect(storedTypes(events)).toEqual(["message", "message", "escalation", "message", "owner", "end"]);
    const { messages } = await desk.history(visitor);
    expect(messages[1]).toMatchObject({
      content: "You can [1].",
      unverified: true,
      grade: { score: 0.4, tier: "low" },
    });
    expect(messages[2]?.unverified).toBeUndefined();
    expect(messages[2]?.content).toContain(`#${visitor.session.ticket.number}`);
    expect(detail.draft?.grading).toEqual(findings);
  });

  it("is never seen when answers are graded first", async () => {
    const { events, visitor, detail } = await ask({ answer_mode: "verify_first", threshold: 0.7 }, 0.4);
    expect(JSON.stringify(events)).not.toContain("You can [1]");
    expect((await desk.history(visitor)).messages.map(({ content }) => content)).not.toContain("You can [1].");
    expect(detail.draft).toMatchObject({ content: "You can [1].", grading: findings });
  });

  it("passes when the tenant asks for less", async () => {
    const { events, id, detail } = await ask({ answer_mode: "verify_first", threshold: 0.3 }, 0.4);
    expect(storedTypes(events)).toEqual(["message", "message", "end"]);
    expect(detail.messages[1]?.unverified).toBeUndefined();
    expect(await desk.count("turns where ticket_id = $1 and grading = $2::jsonb", [id, JSON.stringify(findings)])).toBe(
      1,
    );
  });
});
