import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { BranchComparison, BranchTree } from "../../../protocol/copilot-branches.ts";
import type { ContextKind } from "../../../protocol/copilot-context.ts";
import type { CopilotListed } from "../../../protocol/copilot-conversations.ts";
import { operator } from "../../accounts/tenants/deps.ts";
import { createKey } from "../../accounts/tenants/keys.ts";
import { createLocalEmbedder } from "../../assistant/models/local/local-embedder.ts";
import { newId } from "../../core/ids.ts";
import { withTenant } from "../../database/transaction.ts";
import { ScriptedCopilot, seedDocuments } from "../../test/support/copilot.ts";
import { copilotDesk } from "../../test/support/copilot-desk.ts";
import { startTestHttp, type TestHttp } from "../../test/support/http.ts";
import { RunBook } from "../conversations/run-book.ts";

/** Conversation branches over HTTP. The copilot's conclusions are scripted; everything else is real. */
let test: TestHttp;
let copilot: ScriptedCopilot;
let desk: ReturnType<typeof copilotDesk>;
let other: string;
const embeddings = createLocalEmbedder({ threads: 1 });
let versions: Map<string, string>;
const version = (name: string) => versions.get(name) ?? "";

beforeAll(async () => {
  test = await startTestHttp();
  versions = await seedDocuments(test.db, test.a.tenant_id, [
    { title: "Refund policy", versions: [["Refunds within 14 days."], ["Refunds within 30 days."]] },
    { title: "Shipping policy", versions: [["Parcels leave within two days."]] },
    { title: "Kitchen rota", kind: "other", versions: [["Plants are watered on Fridays."]] },
  ]);
  desk = copilotDesk(test);
  // Real vectors, because the tests check how similar two summaries are.
  test.ctx.copilot.embeddings = embeddings;
  const named = { tenantId: test.a.tenant_id, name: "other", speaksAs: "Other", role: "agent" as const };
  other = (await createKey(test.ctx.tenants, operator, named)).api_key;
}, 120_000);
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await embeddings.close();
});
beforeEach(() => {
  copilot = new ScriptedCopilot();
  test.ctx.copilot.workersFor = () => copilot.workers();
});

const shipping = () => ({ mentions: { documents: [version("Shipping policy 1")] } });
const bothRefunds = () => ({ mentions: { documents: [version("Refund policy 1"), version("Refund policy 2")] } });

/** A conversation with one comparison. */
async function conversation() {
  const id = await desk.begin();
  const compared = await desk.ask(id, "compare the refund policies", bothRefunds());
  return { id, compared };
}
const messageIds = async (id: string) => (await desk.read(id)).messages.map((message) => message.id);
const tree = async (id: string) => (await desk.call<BranchTree>(`/conversations/${id}/tree`)).body;
const comparison = (left: string, right: string) =>
  desk.call<BranchComparison>(`/conversations/${left}/comparison?with=${right}`);
const bring = (id: string, messageId: string, more: { id?: string; finding_id?: string } = {}) =>
  desk.post(`/conversations/${id}/merges`, { id: newId(), message_id: messageId, ...more });
const change = (id: string, body: unknown) => desk.call(`/conversations/${id}`, { method: "PATCH", body });
/** Waits until the conversation has its summary. */
const summed = (id: string) =>
  expect
    .poll(async () => (await tree(id)).items.find((item) => item.id === id)?.summary, { interval: 20 })
    .not.toBe("");

describe("what a message of a branch sees", () => {
  const seen = async (kind: ContextKind, text?: string) => {
    const { id } = await conversation();
    const branch = (await desk.fork(id, { kind, ...(text === undefined ? {} : { text }) })).body;
    copilot.classified.length = 0;
    await desk.ask(branch.id, "summarize the second one");
    const [classified] = copilot.classified;
    return { id, branch: await desk.read(branch.id), said: classified?.said ?? [], shown: copilot.asked.at(-1) };
  };

  it("is everything that was said before, with the documents used there, of the whole", async () => {
    const { id, branch, said, shown } = await seen("whole");
    expect(said.map(({ role }) => role)).toEqual(["person", "copilot"]);
    expect(said[0]?.content).toBe("compare the refund policies");
    expect(branch).toMatchObject({ parent_id: id, context_kind: "whole", trail: [{ id }], branches: 0 });
    expect(branch.context).toMatchObject({ kind: "whole", text: "", documents: ["Refund policy", "Refund policy"] });
    expect(branch.context?.said.map(({ role }) => role)).toEqual(["person", "copilot"]);
    expect(shown).toMatchObject({ action: "summarize" });
    expect(branch.messages[1]?.body?.documents.map(({ version_id }) => version_id)).toEqual([
      version("Refund policy 2"),
    ]);
  });

  it("is the summary, with the documents used there, of a summary", async () => {
    const { branch, said } = await seen("summary");
    expect(said).toMatchObject([
      { role: "note", content: expect.stringMatching(/^Asked: compare the refund policies/) },
    ]);
    expect(branch.context).toMatchObject({
      kind: "summary",
      by: "rules",
      said: [],
      documents: ["Refund policy", "Refund policy"],
    });
    expect(branch.context?.text).toBe(said[0]?.content);
    expect(branch.messages[1]?.state).toBe("done");
  });

  it("is the marked words, with the documents of their message, of an anchor", async () => {
    const { branch, said } = await seen("anchor", " within 30 days ");
    expect(said).toMatchObject([{ role: "note", content: "within 30 days" }]);
    expect(branch.context).toMatchObject({ kind: "anchor", text: "within 30 days", by: null, said: [] });
    expect(branch.messages[1]).toMatchObject({ state: "done", action: "summarize" });
  });

  it("finds passages by the marked words where the question has few of its own", async () => {
    const searched: string[] = [];
    const { search } = test.ctx.copilot;
    test.ctx.copilot.search = (tenantId, wanted) => {
      searched.push(wanted.query);
      return search(tenantId, wanted);
    };
    onTestFinished(() => {
      test.ctx.copilot.search = search;
    });
    const { id } = await conversation();
    const branch = (await desk.fork(id, { kind: "anchor", text: "Plants are watered on Fridays" })).body.id;
    const asked = await desk.ask(branch, "inquire why?", { mentions: { action: "inquire" } });
    expect(searched.at(-1)).toBe("inquire why?\nPlants are watered on Fridays");
    // The found passages are below the threshold in these tests. The person continues and gets an answer.
    const answer = { question_id: asked.questions[0]?.question.id, answer: { type: "go_on" } };
    await desk.post(`/conversations/${branch}/messages/${asked.id}/answer`, answer);
    await desk.settled(branch);
    const { input } = copilot.asked.at(-1) ?? {};
    expect(input).toMatchObject({ question: "inquire why?", notes: ["Plants are watered on Fridays"] });
  });

  it("is nothing that was said after the message, nor in another branch", async () => {
    const { id } = await conversation();
    const [, compared] = await messageIds(id);
    await desk.ask(id, "summarize something later", shipping());
    const [one, two] = [
      (await desk.fork(id, { kind: "whole", after: compared ?? "" })).body.id,
      (await desk.fork(id, { kind: "whole", after: compared ?? "" })).body.id,
    ];
    await desk.ask(one, "inquire about a secret of one", shipping());
    copilot.classified.length = 0;
    await desk.ask(two, "summarize it", shipping());
    expect(copilot.classified[0]?.said.map(({ content }) => content.split("\n")[0])).toEqual([
      "compare the refund policies",
      expect.stringMatching(/difference/),
    ]);
  });

  it("goes down through branches of branches", async () => {
    const { id } = await conversation();
    const one = (await desk.fork(id, { kind: "anchor", text: "within 30 days" })).body.id;
    await desk.ask(one, "summarize the parcels", shipping());
    const two = (await desk.fork(one, { kind: "whole" })).body;
    expect(two.trail.map((each) => each.id)).toEqual([id, one]);
    copilot.classified.length = 0;
    await desk.ask(two.id, "summarize it", shipping());
    expect(copilot.classified[0]?.said.map(({ role }) => role)).toEqual(["note", "person", "copilot"]);
    expect(copilot.classified[0]?.said[0]?.content).toBe("within 30 days");
  });

  it("is a summary by the model, once that is written", async () => {
    copilot.sumUp = async ({ said }) => `Compared in ${said.length} messages.`;
    const { id } = await conversation();
    const branch = (await desk.fork(id, { kind: "summary" })).body.id;
    await expect.poll(async () => (await desk.read(branch)).context?.by, { interval: 20 }).toBe("model");
    copilot.classified.length = 0;
    await desk.ask(branch, "summarize it", shipping());
    expect(copilot.classified[0]?.said).toMatchObject([{ role: "note", content: "Compared in 2 messages." }]);
  });
});

describe("what a process that ended has not summed up", () => {
  const later = (ids: string[]) =>
    withTenant(test.db, test.a.tenant_id, (tx) =>
      tx.query(
        "update copilot_conversations set summary = '', summary_to = 0, updated_at = now() - interval '1 hour' where id = any($1)",
        [ids],
      ),
    );

  it("is summed up when somebody looks at it next, once", async () => {
    const { id } = await conversation();
    const branch = (await desk.fork(id, { kind: "summary" })).body.id;
    await summed(id);
    await later([id, branch]);
    let written = 0;
    copilot.sumUp = async ({ said }) => `Compared in ${said.length} messages, told ${++written} times.`;
    // This process has already tried to write the summary.
    await desk.read(branch);
    const { runs } = test.ctx.copilot;
    onTestFinished(() => void Object.assign(test.ctx.copilot, { runs }));
    test.ctx.copilot.runs = new RunBook();
    expect((await desk.read(branch)).context?.by).toBe("rules");
    await expect.poll(async () => (await desk.read(branch)).context?.by, { interval: 20 }).toBe("model");
    expect((await desk.read(branch)).context?.text).toMatch(/told 1 times/);
    await summed(id);
    await test.ctx.copilot.runs.close();
    expect(written).toBe(2);
  });
});

describe("a fork", () => {
  it("asked for twice makes one branch, at once and later", async () => {
    const { id } = await conversation();
    const wish = { kind: "whole" as const, id: newId(), title: "Once" };
    const made = await Promise.all([desk.fork(id, wish), desk.fork(id, wish)]);
    expect(made.map(({ status }) => status)).toEqual([201, 201]);
    expect((await desk.fork(id, wish)).body.title).toBe("Once");
    expect((await tree(id)).items).toHaveLength(2);
    expect((await desk.fork(id, { ...wish, kind: "summary" })).status).toBe(409);
  });

  it("of a message that is worked on is refused until it is done", async () => {
    let open = () => {};
    copilot.held = new Promise<void>((resolve) => (open = resolve));
    const id = await desk.begin();
    await desk.say(id, "summarize it", shipping());
    await expect.poll(() => copilot.asked.length, { interval: 20 }).toBe(1);
    expect((await desk.fork(id, { kind: "whole" })).status).toBe(409);
    const [asked] = await messageIds(id);
    expect((await desk.fork(id, { kind: "whole", after: asked ?? "" })).status).toBe(201);
    open();
    await desk.settled(id);
    expect((await desk.fork(id, { kind: "whole" })).status).toBe(201);
  });

  it.each([
    ["an anchor without words", { kind: "anchor" }],
    ["an anchor of blanks", { kind: "anchor", text: "  " }],
    ["words of the whole", { kind: "whole", text: "words" }],
    ["too many words", { kind: "anchor", text: "x".repeat(4_001) }],
    ["an unknown kind", { kind: "half" }],
    ["a field too many", { kind: "whole", person_id: "me" }],
  ])("is refused with %s", async (_name, wish) => {
    const { id, compared } = await conversation();
    const path = `/conversations/${id}/messages/${compared.id}/branches`;
    expect((await desk.post(path, { id: newId(), ...wish })).status).toBe(400);
    expect((await tree(id)).items).toHaveLength(1);
  });

  it("of a message of another conversation is no fork", async () => {
    const [one, two] = [await conversation(), await conversation()];
    expect((await desk.fork(one.id, { kind: "whole", after: two.compared.id })).status).toBe(404);
  });
});

describe("a family", () => {
  it("is one tree from any of its members: who was forked where, how it stands, and what was brought back", async () => {
    const { id, compared } = await conversation();
    const one = (await desk.fork(id, { kind: "whole", title: "One" })).body.id;
    const said = await desk.ask(one, "summarize the parcels", shipping());
    const two = (await desk.fork(one, { kind: "summary", title: "Two" })).body.id;
    const three = (await desk.fork(id, { kind: "anchor", text: "14 days", title: "Three" })).body.id;
    await bring(one, said.id);
    await change(three, { is_closed: true });
    // The conversations get their summaries meanwhile, so that two reads may differ once.
    await expect.poll(async () => isDeepStrictEqual(await tree(two), await tree(id))).toBe(true);
    const seen = await tree(two);
    expect(seen.root_id).toBe(id);
    expect(seen.items.map((item) => [item.title, item.parent_id, item.is_closed, item.brought_back])).toEqual([
      ["compare the refund policies", null, false, 0],
      ["One", id, false, 1],
      ["Two", one, false, 0],
      ["Three", id, true, 0],
    ]);
    expect(seen.items[1]?.forked_at).toMatchObject({
      message_id: compared.id,
      seq: 2,
      words: "compare the refund policies",
    });
    expect(seen.items[2]).toMatchObject({ messages: 0, state: null, context_kind: "summary" });
    const list = (await desk.call<{ items: CopilotListed[] }>("/conversations")).body.items;
    expect(list.find((item) => item.id === id)?.branches).toBe(2);
    expect(list.find((item) => item.id === two)).toMatchObject({ parent_id: one, context_kind: "summary" });
  });

  it("loses nothing when its root is deleted: branches become conversations of their own", async () => {
    const { id } = await conversation();
    const one = (await desk.fork(id, { kind: "whole" })).body.id;
    await desk.ask(one, "summarize the second one");
    const two = (await desk.fork(one, { kind: "anchor", text: "30 days" })).body.id;
    expect((await desk.call(`/conversations/${id}`, { method: "DELETE" })).status).toBe(200);
    const left = await desk.read(one);
    expect(left).toMatchObject({ parent_id: null, trail: [], context_kind: "whole", context: { message_id: null } });
    expect(left.context?.said.map(({ content }) => content)).toContain("compare the refund policies");
    expect((await tree(two)).root_id).toBe(one);
    expect((await bring(one, newId())).status).toBe(409);
    await desk.ask(one, "summarize the second one");
    expect(copilot.asked.at(-1)).toMatchObject({ action: "summarize" });
  });

  it("goes as a whole where that is wished, and no other", async () => {
    const [{ id }, kept] = [await conversation(), await conversation()];
    const one = (await desk.fork(id, { kind: "whole" })).body.id;
    const two = (await desk.fork(one, { kind: "whole" })).body.id;
    expect((await desk.call(`/conversations/${one}?branches=erase`, { method: "DELETE" })).status).toBe(200);
    const statuses = [id, one, two, kept.id].map(async (each) => (await desk.call(`/conversations/${each}`)).status);
    expect(await Promise.all(statuses)).toEqual([200, 404, 404, 200]);
  });

  it("goes with the ticket that it was begun beside", async () => {
    const ticket = newId();
    await withTenant(test.db, test.a.tenant_id, async (tx) => {
      const visitor = newId();
      await tx.query("insert into visitors (tenant_id, id, external_id) values ($1, $2, null)", [tx.tenantId, visitor]);
      await tx.query("insert into tickets (tenant_id, id, visitor_id, number) values ($1, $2, $3, 990)", [
        tx.tenantId,
        ticket,
        visitor,
      ]);
    });
    const id = (await desk.post<{ id: string }>("/conversations", { ticket_id: ticket })).body.id;
    await desk.ask(id, "summarize it", shipping());
    const branch = (await desk.fork(id, { kind: "whole" })).body;
    expect(branch.ticket_id).toBe(ticket);
    await withTenant(test.db, test.a.tenant_id, (tx) => tx.query("delete from tickets where id = $1", [ticket]));
    expect((await desk.call(`/conversations/${branch.id}`)).status).toBe(404);
  });
});

describe("a closed branch", () => {
  it("takes no messages, answers and tries until it is opened again, and says why", async () => {
    const { id } = await conversation();
    const branch = (await desk.fork(id, { kind: "whole" })).body.id;
    const asking = await desk.ask(branch, "the shipping policy please", shipping());
    expect(asking.state).toBe("asking");
    expect((await change(branch, { is_closed: true })).status).toBe(200);
    const refused = await desk.post<{ error: { code: string; message: string } }>(`/conversations/${branch}/messages`, {
      id: newId(),
      text: "and now?",
    });
    expect(refused).toMatchObject({
      status: 409,
      body: { error: { code: "conflict", message: expect.stringMatching(/closed.*Reopen/) } },
    });
    const path = `/conversations/${branch}/messages/${asking.id}`;
    const answer = {
      question_id: asking.questions[0]?.question.id,
      answer: { type: "action", action: "summarize" },
    };
    expect((await desk.post(`${path}/answer`, answer)).status).toBe(409);
    expect((await desk.post(`${path}/retry`)).status).toBe(409);
    expect((await desk.read(branch)).messages).toHaveLength(2);
    expect((await desk.fork(branch, { kind: "whole" })).status).toBe(201);
    await change(branch, { is_closed: false });
    await desk.ask(branch, "summarize this", { mentions: { ...shipping().mentions, action: "summarize" } });
  });

  it("is not closed while the copilot works in it", async () => {
    let open = () => {};
    copilot.held = new Promise<void>((resolve) => (open = resolve));
    const id = await desk.begin();
    await desk.say(id, "summarize it", shipping());
    expect((await change(id, { is_closed: true })).status).toBe(409);
    open();
    await desk.settled(id);
    expect((await change(id, { is_closed: true })).status).toBe(200);
  });
});

describe("two branches", () => {
  it("stand beside each other since they parted, same questions in one line, with what each has used", async () => {
    const { id } = await conversation();
    const one = (await desk.fork(id, { kind: "whole", title: "One" })).body.id;
    const two = (await desk.fork(id, { kind: "whole", title: "Two" })).body.id;
    await desk.ask(one, "summarize the parcels in short", shipping());
    await desk.ask(one, "compare the refund policies on time", bothRefunds());
    await desk.ask(two, "compare the refund policies on time", bothRefunds());
    const { body } = await comparison(one, two);
    expect([body.left.title, body.right.title]).toEqual(["One", "Two"]);
    expect(body.rows.map((row) => [row.is_same, row.left.length, row.right.length])).toEqual([
      [false, 2, 0],
      [true, 2, 2],
    ]);
    expect(body.rows[1]?.left[1]?.body?.result?.action).toBe("compare");
    expect(body.documents.map(({ document, in_left, in_right }) => [document.title, in_left, in_right])).toEqual([
      ["Refund policy", true, true],
      ["Refund policy", true, true],
      ["Shipping policy", true, false],
    ]);
  });

  it("are compared with their parent by what was said after the fork", async () => {
    const { id } = await conversation();
    const one = (await desk.fork(id, { kind: "whole" })).body.id;
    await desk.ask(one, "summarize the parcels", shipping());
    const below = (await desk.fork(one, { kind: "whole" })).body.id;
    await desk.ask(id, "summarize the parcels", shipping());
    expect((await comparison(id, one)).body.rows).toMatchObject([{ is_same: true }]);
    const deep = (await comparison(below, id)).body;
    expect(deep.rows.map((row) => [row.left.length, row.right.length])).toEqual([[0, 2]]);
  });

  it("say how near they are to where they began, once they are summed up", async () => {
    copilot.sumUp = async ({ said }) =>
      said.some(({ content }) => content.includes("rota"))
        ? "The kitchen needs a new espresso machine, and somebody waters the plants on Fridays."
        : "Customers may send orders back within 30 days for a refund.";
    const { id } = await conversation();
    const near = (await desk.fork(id, { kind: "whole" })).body.id;
    const far = (await desk.fork(id, { kind: "whole" })).body.id;
    expect((await tree(id)).items[1]?.drift).toEqual({ similarity: null, has_drifted: false });
    await desk.ask(near, "summarize refunds", { mentions: { documents: [version("Refund policy 2")] } });
    const rota = { mentions: { documents: [version("Kitchen rota 1")] } };
    await desk.ask(far, "summarize the rota", rota);
    for (const each of [id, near, far]) await summed(each);
    // One question is too little to show drift.
    expect((await tree(id)).items[2]?.drift).toMatchObject({ has_drifted: false });
    for (const words of ["summarize the rota again", "summarize the rota in short"]) await desk.ask(far, words, rota);
    await summed(far);
    const drifts = (await tree(id)).items.map(({ drift }) => drift);
    expect(drifts[0]).toBeNull();
    expect(drifts[1]).toMatchObject({ has_drifted: false });
    expect(drifts[1]?.similarity).toBeGreaterThan(0.9);
    expect(drifts[2]).toMatchObject({ has_drifted: true });
    const { body } = await comparison(near, far);
    expect(body.right.drift?.has_drifted).toBe(true);
    expect(body.similarity).toBeLessThan(0.3);
  });

  it("of two families are not compared, nor one with itself", async () => {
    const [one, two] = [await conversation(), await conversation()];
    expect((await comparison(one.id, two.id)).status).toBe(400);
    expect((await comparison(one.id, one.id)).status).toBe(400);
    expect((await desk.call(`/conversations/${one.id}/comparison`)).status).toBe(400);
  });
});

describe("what is brought back", () => {
  const branched = async () => {
    const { id } = await conversation();
    const branch = (await desk.fork(id, { kind: "whole", title: "A look aside" })).body.id;
    return { id, branch, said: await desk.ask(branch, "summarize the parcels", shipping()) };
  };

  it("is a message of the parent with what it rests on, which both say, and the audit log", async () => {
    const { id, branch, said } = await branched();
    const wish = { id: newId() };
    const { status, body } = await bring(branch, said.id, wish);
    expect(status).toBe(201);
    expect(body.messages.at(-1)?.brought_back).toMatchObject([
      { conversation_id: id, message_id: wish.id, finding_id: null },
    ]);
    const back = (await desk.read(id)).messages.at(-1);
    expect(back).toMatchObject({
      id: wish.id,
      role: "copilot",
      state: "done",
      action: "summarize",
      usage: null,
      content: said.content,
    });
    expect(back?.body).toEqual(said.body);
    expect(back?.merged_from).toMatchObject({ conversation_id: branch, message_id: said.id, title: "A look aside" });
    const { rows } = await withTenant(test.db, test.a.tenant_id, (tx) =>
      tx.query<{ detail: unknown }>(
        "select detail from audit_log where action = 'copilot.bring_back' and target_id = $1",
        [id],
      ),
    );
    expect(rows).toEqual([{ detail: { from: branch, message: said.id, as: wish.id } }]);
    copilot.classified.length = 0;
    await desk.ask(id, "summarize it");
    expect(copilot.classified[0]?.said.at(-1)?.content).toContain(said.content);
    expect((await desk.settled(id)).body?.documents.map(({ title }) => title)).toEqual(["Shipping policy"]);
  });

  it("stays one, under the same id, under another, and at once", async () => {
    const { id, branch, said } = await branched();
    const wish = { id: newId() };
    await Promise.all([bring(branch, said.id, wish), bring(branch, said.id, wish), bring(branch, said.id)]);
    expect((await bring(branch, said.id)).status).toBe(201);
    expect((await desk.read(id)).messages).toHaveLength(3);
    expect((await desk.read(branch)).messages.at(-1)?.brought_back).toHaveLength(1);
  });

  it("may be one finding, with its words and its verdict alone", async () => {
    const quote = (text: string, versionId: string) => ({
      chunk_id: null,
      document_id: null,
      version_id: versionId,
      title: "A policy",
      version: null,
      url: null,
      page: null,
      heading: null,
      text,
      is_web: false,
    });
    const finding = (id: string, there: number, target: string) => ({
      id,
      target_version_id: target,
      theme: `Theme ${id}`,
      severity: "high" as const,
      kind: "number" as const,
      consequence: "Too long.",
      here: null,
      there,
      suggestion: "Say 30.",
      confidence: 0.9,
      changes: [],
    });
    const [refunds, parcels] = [version("Refund policy 2"), version("Shipping policy 1")];
    copilot.audited = {
      findings: [finding("f1", 0, refunds), finding("f2", 1, parcels)],
      excerpts: [quote("Refunds within 30 days.", refunds), quote("Parcels leave within two days.", parcels)],
    };
    const { id } = await conversation();
    const branch = (await desk.fork(id, { kind: "whole" })).body.id;
    const mentions = { action: "audit" as const, documents: [refunds, parcels] };
    const said = await desk.ask(branch, "audit this", { mentions, attached: "You have 60 days." });
    const judged = `/conversations/${branch}/messages/${said.id}/findings/f2`;
    await desk.call(judged, { method: "PATCH", body: { verdict: "accepted" } });
    expect((await bring(branch, said.id, { finding_id: "f9" })).status).toBe(404);
    await bring(branch, said.id, { finding_id: "f2" });
    await bring(branch, said.id, { finding_id: "f2" });
    const { messages } = await desk.read(id);
    expect(messages).toHaveLength(3);
    const body = messages.at(-1)?.body;
    expect(body?.result).toMatchObject({ action: "audit", findings: [{ id: "f2", there: 0 }] });
    expect(body?.excerpts.map(({ text }) => text)).toEqual(["Parcels leave within two days."]);
    expect(body?.documents.map(({ title }) => title)).toEqual(["Shipping policy"]);
    expect(messages.at(-1)?.judged).toMatchObject({ f2: { verdict: "accepted" } });
    expect(messages.at(-1)?.merged_from).toMatchObject({ finding_id: "f2" });
  });

  it("is refused by a closed parent, by a conversation that is no branch, and where nothing came of it", async () => {
    const { id, branch, said } = await branched();
    await change(id, { is_closed: true });
    expect((await bring(branch, said.id)).status).toBe(409);
    await change(id, { is_closed: false });
    const [asked] = await messageIds(id);
    expect((await bring(id, asked ?? "")).status).toBe(409);
    const waiting = await desk.ask(branch, "the shipping policy please", shipping());
    expect(waiting.state).toBe("asking");
    expect((await bring(branch, waiting.id)).status).toBe(409);
    expect((await bring(branch, newId())).status).toBe(404);
    expect((await bring(branch, said.id, { id: asked ?? "" })).status).toBe(409);
    expect((await desk.read(id)).messages).toHaveLength(2);
  });

  it("does not take the place of a question that waits in the parent", async () => {
    const { id, branch, said } = await branched();
    const waiting = await desk.ask(id, "the shipping policy please", shipping());
    expect(waiting.state).toBe("asking");
    await bring(branch, said.id);
    await desk.say(id, "summarize it");
    await expect.poll(async () => (await desk.read(id)).messages.length, { interval: 20 }).toBe(7);
    expect((await desk.settled(id)).state).toBe("done");
  });

  it("stays when its branch is deleted, and says where it was from", async () => {
    const { id, branch, said } = await branched();
    await bring(branch, said.id);
    await desk.call(`/conversations/${branch}`, { method: "DELETE" });
    const back = (await desk.read(id)).messages.at(-1);
    expect(back?.merged_from).toMatchObject({ conversation_id: null, title: "A look aside" });
    expect(back?.body).toEqual(said.body);
  });
});

it("lets nobody else see, fork, compare or bring back: not another person, not another tenant", async () => {
  const { id, compared } = await conversation();
  const branch = (await desk.fork(id, { kind: "whole", title: "marker-of-a" })).body.id;
  const said = await desk.ask(branch, "summarize it", shipping());
  for (const key of [other, test.b.api_key]) {
    const theirs = copilotDesk(test, key);
    const own = await theirs.begin();
    const tries = [
      theirs.post(`/conversations/${id}/messages/${compared.id}/branches`, { id: newId(), kind: "whole" }),
      theirs.post(`/conversations/${own}/messages/${compared.id}/branches`, { id: newId(), kind: "whole" }),
      theirs.call(`/conversations/${id}/tree`),
      theirs.call(`/conversations/${id}/comparison?with=${branch}`),
      theirs.call(`/conversations/${own}/comparison?with=${branch}`),
      theirs.call(`/conversations/${branch}/comparison?with=${own}`),
      theirs.post(`/conversations/${branch}/merges`, { id: newId(), message_id: said.id }),
      theirs.call(`/conversations/${branch}`, { method: "PATCH", body: { is_closed: true } }),
      theirs.call(`/conversations/${branch}?branches=erase`, { method: "DELETE" }),
    ];
    for (const { status, body } of await Promise.all(tries)) {
      expect(status).toBe(404);
      expect(JSON.stringify(body)).not.toContain("marker-of-a");
    }
    expect((await theirs.call<BranchTree>(`/conversations/${own}/tree`)).body.items).toHaveLength(1);
  }
  // A stranger's id is taken. The conflict does not reveal whose it is.
  const copied = copilotDesk(test, other);
  const mine = await copied.begin();
  const [first] = [await copied.ask(mine, "summarize it", shipping())];
  expect((await copied.fork(mine, { kind: "whole", id: branch, after: first.id })).status).toBe(409);
  expect((await desk.read(branch)).messages).toHaveLength(2);
});
