import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type {
  CopilotAnswer,
  CopilotConversation,
  CopilotListed,
  CopilotMentions,
} from "../../../protocol/copilot-conversations.ts";
import { operator } from "../../accounts/tenants/deps.ts";
import { createKey } from "../../accounts/tenants/keys.ts";
import { ModelFailure } from "../../assistant/ports.ts";
import { newId } from "../../core/ids.ts";
import { withTenant } from "../../database/transaction.ts";
import { ScriptedCopilot, seedDocuments } from "../../test/support/copilot.ts";
import { startTestHttp, type TestHttp } from "../../test/support/http.ts";
import { RunBook } from "../conversations/run-book.ts";
import { insertConversation } from "../store/copilot-conversations.ts";

/** Agents' work with the copilot over HTTP. Its conclusions are scripted; everything else is real. */
let test: TestHttp;
let copilot: ScriptedCopilot;
let other: string;
let versions: Map<string, string>;
const version = (name: string) => versions.get(name) ?? "";

beforeAll(async () => {
  test = await startTestHttp();
  versions = await seedDocuments(test.db, test.a.tenant_id, [
    { title: "Refund policy", versions: [["Refunds within 14 days."], ["Refunds within 30 days."]] },
    { title: "Shipping policy", versions: [["Parcels leave within two days."]] },
    { title: "Security handbook", kind: "other", versions: [["Passwords have 12 letters."]] },
  ]);
  const named = { tenantId: test.a.tenant_id, name: "other", speaksAs: "Other", role: "agent" as const };
  other = (await createKey(test.ctx.tenants, operator, named)).api_key;
}, 120_000);
afterAll(() => test[Symbol.asyncDispose]());
beforeEach(() => {
  copilot = new ScriptedCopilot();
  test.ctx.copilot.workersFor = () => copilot.workers();
});

async function call<T>(path: string, { method = "GET", body, key = test.a.api_key }: Call = {}) {
  const response = await fetch(`${test.url}/api/v1/admin/copilot${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", connection: "close" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as T };
}
interface Call {
  method?: string;
  body?: unknown;
  key?: string;
}

async function begin(): Promise<string> {
  return (await call<{ id: string }>("/conversations", { method: "POST", body: {} })).body.id;
}
const read = async (id: string) => (await call<CopilotConversation>(`/conversations/${id}`)).body;
const say = (id: string, text: string, more: { mentions?: CopilotMentions; attached?: string; id?: string } = {}) =>
  call<CopilotConversation>(`/conversations/${id}/messages`, { method: "POST", body: { id: newId(), text, ...more } });

/** Waits until the copilot's newest message no longer runs, and returns it. */
async function settled(id: string) {
  await expect.poll(async () => (await read(id)).messages.at(-1)?.state, { interval: 20 }).not.toBe("running");
  const { messages } = await read(id);
  const last = messages.at(-1);
  if (!last) throw new Error("nothing was said");
  return last;
}
async function ask(text: string, more: Parameters<typeof say>[2] = {}) {
  const id = await begin();
  expect((await say(id, text, more)).status).toBe(202);
  return { id, last: await settled(id) };
}
const waiting = (message: CopilotConversation["messages"][number]) =>
  message.questions.find(({ answered }) => answered === null)?.question;

function answer(id: string, messageId: string, questionId: string, given: CopilotAnswer) {
  const body = { question_id: questionId, answer: given };
  return call<CopilotConversation>(`/conversations/${id}/messages/${messageId}/answer`, { method: "POST", body });
}

/** A promise that holds a conclusion until the test opens it. */
function gate() {
  let open = () => {};
  const closed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { closed, open: () => open() };
}

const longText =
  "We give every customer their money back within 60 days, no questions asked, also without the receipt.";

/** Every question of the copilot: its trigger, an answer by a button, an answer by text, and the action after it. */
const questions = {
  choose_action: {
    text: "the refund policy please",
    mentions: () => ({ documents: [version("Refund policy 2")] }),
    button: (): CopilotAnswer => ({ type: "action", action: "summarize" }),
    words: () => ({ text: "Summarize" }),
    does: "summarize",
  },
  choose_documents: {
    text: "compare them",
    mentions: () => ({ documents: [] }),
    button: (): CopilotAnswer => ({
      type: "documents",
      documents: [version("Refund policy 1"), version("Refund policy 2")],
    }),
    words: () => ({ text: "the refund policy and the shipping policy" }),
    does: "compare",
  },
  give_text: {
    text: "audit this against it",
    mentions: () => ({ documents: [version("Refund policy 2")] }),
    button: (): CopilotAnswer => ({ type: "text", text: longText }),
    words: () => ({ text: longText }),
    does: "audit",
  },
  low_retrieval: {
    text: "inquire who waters the plants on the moon base",
    mentions: () => ({}),
    button: (): CopilotAnswer => ({ type: "go_on" }),
    words: () => ({ text: "Continue." }),
    does: "inquire",
  },
} as const;

describe.each(Object.entries(questions))("the question %s", (type, { text, mentions, button, words, does }) => {
  const open = async () => {
    const asked = await ask(text, { mentions: mentions() });
    const question = waiting(asked.last);
    expect(asked.last.state).toBe("asking");
    expect(question?.type).toBe(type);
    return { ...asked, question: question?.id ?? "" };
  };
  const isDone = async (id: string) => {
    expect(await settled(id)).toMatchObject({ state: "done", action: does });
    expect(copilot.asked.map(({ action }) => action)).toEqual([does]);
  };

  it("is answered by a button", async () => {
    const { id, last, question } = await open();
    expect((await answer(id, last.id, question, button())).status).toBe(202);
    await isDone(id);
    expect((await read(id)).messages).toHaveLength(2);
  });

  it("is answered by words, which stand in the conversation", async () => {
    const { id } = await open();
    await say(id, words().text);
    await isDone(id);
    const { messages } = await read(id);
    expect(messages.map(({ role }) => role)).toEqual(["person", "copilot", "person", "copilot"]);
    expect(messages[1]?.questions[0]?.answered).not.toBe("");
  });

  it("is left open, openly, where something else is asked", async () => {
    const { id } = await open();
    await say(id, "summarize this instead, it is what I need now", {
      mentions: { documents: [version("Shipping policy 1")], action: "summarize" },
    });
    if (type === "choose_action") return isDone(id);
    const last = await settled(id);
    expect(last).toMatchObject({ state: "done", action: "summarize" });
    expect((await read(id)).messages[1]).toMatchObject({ state: "cancelled" });
    expect((await read(id)).messages[1]?.questions[0]?.answered).toMatch(/skipped/i);
  });

  it("is cancelled by a button and by a word, with a sentence", async () => {
    const byButton = await open();
    const { body } = await answer(byButton.id, byButton.last.id, byButton.question, { type: "cancel" });
    expect(body.messages.at(-1)).toMatchObject({ state: "cancelled" });
    expect(body.messages.at(-1)?.content).toMatch(/^Cancelled\. .{15,}/);
    const byWord = await open();
    await say(byWord.id, "Cancel");
    expect((await read(byWord.id)).messages.at(-1)?.content).toMatch(/^Cancelled\. .{15,}/);
    expect(copilot.asked).toEqual([]);
  });

  it("waits through a reload and a restart of the process", async () => {
    const { id, last, question } = await open();
    await test.ctx.copilot.runs.close();
    test.ctx.copilot.runs = new RunBook();
    expect(waiting((await read(id)).messages.at(-1) ?? last)?.id).toBe(question);
    await answer(id, last.id, question, button());
    await isDone(id);
  });

  it("is answered by one of two tabs", async () => {
    const { id, last, question } = await open();
    const tabs = await Promise.all([1, 2].map(() => answer(id, last.id, question, button())));
    expect(tabs.map(({ status }) => status).toSorted()).toEqual([202, 409]);
    await isDone(id);
  });
});

describe("a conversation", () => {
  it("gets a title from what is said first, is found by words, named, put away and erased", async () => {
    const { id } = await ask("summarize the shipping policy", {
      mentions: { documents: [version("Shipping policy 1")] },
    });
    expect((await read(id)).title).toBe("summarize the shipping policy");
    const list = async (query: string) =>
      (await call<{ items: CopilotListed[] }>(`/conversations${query}`)).body.items.map((item) => item.id);
    expect(await list("?q=SHIPPING+pol")).toContain(id);
    expect(await list("?q=nothing-like-it")).not.toContain(id);
    await call(`/conversations/${id}`, { method: "PATCH", body: { title: "Parcels", is_archived: true } });
    expect(await list("")).not.toContain(id);
    expect(await list("?archived=true")).toContain(id);
    expect((await read(id)).title).toBe("Parcels");
    expect((await call(`/conversations/${id}`, { method: "DELETE" })).status).toBe(200);
    expect((await call(`/conversations/${id}`)).status).toBe(404);
  });

  it("stands in a list by pages, with its last message, and is found by what an answer says", async () => {
    const begun: string[] = [];
    await withTenant(test.db, test.a.tenant_id, async (tx) => {
      const { rows } = await tx.query<{ person_id: string }>("select person_id from copilot_conversations limit 1");
      for (let at = 0; at < 55; at += 1) {
        const id = newId();
        begun.push(id);
        await insertConversation(tx, { id, personId: rows[0]?.person_id ?? "", title: `Paged ${at}` });
      }
    });
    const page = async (query: string) =>
      (await call<{ items: CopilotListed[]; next_cursor: string | null }>(`/conversations?q=paged${query}`)).body;
    const first = await page("");
    expect(first.items).toHaveLength(50);
    const second = await page(`&cursor=${first.next_cursor}`);
    expect(second.next_cursor).toBeNull();
    expect([...first.items, ...second.items].map(({ id }) => id).toSorted()).toEqual(begun.toSorted());
    expect((await call("/conversations?cursor=nonsense")).status).toBe(400);
    await withTenant(test.db, test.a.tenant_id, (tx) =>
      tx.query("delete from copilot_conversations where title like 'Paged %'"),
    );
    const { id } = await ask("inquire now", { mentions: { documents: [version("Shipping policy 1")] } });
    const found = (await call<{ items: CopilotListed[] }>("/conversations?q=it+is+so")).body.items;
    expect(found.find((each) => each.id === id)?.last_message).toBe("It is so.");
  });

  it("is its person's alone", async () => {
    const { id, last } = await ask("summarize it", { mentions: { documents: [version("Shipping policy 1")] } });
    for (const key of [other, test.b.api_key]) {
      expect((await call(`/conversations/${id}`, { key })).status).toBe(404);
      const body = { id: newId(), text: "and now?" };
      expect((await call(`/conversations/${id}/messages`, { method: "POST", body, key })).status).toBe(404);
      expect(
        (await call(`/conversations/${id}/messages/${last.id}/cancel`, { method: "POST", body: {}, key })).status,
      ).toBe(404);
      expect((await call(`/conversations/${id}`, { method: "DELETE", key })).status).toBe(404);
      expect((await call<{ items: [] }>("/conversations", { key })).body.items).toEqual([]);
    }
    expect((await read(id)).messages).toHaveLength(2);
  });

  it("never reads another tenant's documents, whatever ids are tagged", async () => {
    const foreign = await seedDocuments(test.db, test.b.tenant_id, [
      { title: "Secret plan", versions: [["marker-of-b"]] },
    ]);
    const { last } = await ask("summarize it", { mentions: { documents: [foreign.get("Secret plan 1") ?? ""] } });
    expect(last.state).toBe("asking");
    expect(JSON.stringify(last)).not.toMatch(/Secret plan|marker-of-b/);
    expect(copilot.asked).toEqual([]);
  });
});

describe("a message", () => {
  const tagged = () => ({ mentions: { documents: [version("Shipping policy 1")] } });

  it("is taken once, however often it is sent", async () => {
    const id = await begin();
    const same = { ...tagged(), id: newId() };
    await Promise.all([say(id, "summarize it", same), say(id, "summarize it", same)]);
    await settled(id);
    await say(id, "summarize it", same);
    expect((await read(id)).messages).toHaveLength(2);
    expect(copilot.asked).toHaveLength(1);
  });

  it("begins a conversation together with it: both or neither, and once", async () => {
    const message = { id: newId(), text: "summarize it", ...tagged() };
    const listed = async () => (await call<{ items: { id: string }[] }>("/conversations")).body.items.length;
    const before = await listed();
    const beginWith = (body: object) => call<CopilotConversation>("/conversations", { method: "POST", body });
    expect((await beginWith({ message: { ...message, text: " " } })).status).toBe(400);
    const [one, other] = await Promise.all([beginWith({ message }), beginWith({ message })]);
    expect([one.status, other.status, one.body.id]).toEqual([201, 201, other.body.id]);
    await settled(one.body.id);
    expect((await beginWith({ message })).body.messages).toHaveLength(2);
    // A message that another conversation already has starts no conversation.
    const id = await begin();
    const taken = { ...tagged(), id: newId() };
    await say(id, "summarize it", taken);
    await settled(id);
    expect((await beginWith({ message: { ...message, ...taken } })).status).toBe(409);
    expect(await listed()).toBe(before + 2);
  });

  it("waits for the one before, can be stopped, and is tried again", async () => {
    const first = gate();
    copilot.held = first.closed;
    const id = await begin();
    await say(id, "summarize it", tagged());
    await expect.poll(() => copilot.asked.length, { interval: 20 }).toBe(1);
    expect((await say(id, "summarize it again")).status).toBe(409);
    const run = (await read(id)).messages.at(-1)?.id ?? "";
    const stopped = await call<CopilotConversation>(`/conversations/${id}/messages/${run}/cancel`, {
      method: "POST",
      body: {},
    });
    expect(stopped.body.messages.at(-1)).toMatchObject({ state: "cancelled", body: null });
    first.open();
    expect((await call(`/conversations/${id}/messages/${run}/retry`, { method: "POST", body: {} })).status).toBe(202);
    expect(await settled(id)).toMatchObject({ id: run, state: "done" });
  });

  it("is not spoiled by what it came to before it was stopped", async () => {
    const gates = [gate(), gate()] as const;
    copilot.held = gates[0].closed;
    const id = await begin();
    await say(id, "summarize it", tagged());
    await expect.poll(() => copilot.asked.length, { interval: 20 }).toBe(1);
    const run = (await read(id)).messages.at(-1)?.id ?? "";
    const path = `/conversations/${id}/messages/${run}`;
    await call(`${path}/cancel`, { method: "POST", body: {} });
    copilot.held = gates[1].closed;
    await call(`${path}/retry`, { method: "POST", body: {} });
    await expect.poll(() => copilot.asked.length, { interval: 20 }).toBe(2);
    copilot.failure = new Error("the first try breaks off only now");
    gates[0].open();
    await expect.poll(() => test.ctx.copilot.runs.active, { interval: 20 }).toBe(1);
    expect((await read(id)).messages.at(-1)).toMatchObject({ state: "running" });
    copilot.failure = undefined;
    gates[1].open();
    expect(await settled(id)).toMatchObject({ id: run, state: "done" });
  });

  it("says plainly that a model failed, and loses nothing", async () => {
    copilot.failure = new ModelFailure("unavailable", "down");
    const { id, last } = await ask("summarize it", tagged());
    expect(last).toMatchObject({ state: "failed" });
    expect(last.content).toMatch(/was unavailable.*Try again/);
    copilot.failure = undefined;
    await call(`/conversations/${id}/messages/${last.id}/retry`, { method: "POST", body: {} });
    expect(await settled(id)).toMatchObject({ state: "done" });
  });

  it("whose process died counts as failed, and is tried again", async () => {
    const { id, last } = await ask("summarize it", tagged());
    await withTenant(test.db, test.a.tenant_id, (tx) =>
      tx.query(
        "update copilot_messages set state = 'running', body = null, beat_at = now() - interval '1 hour' where id = $1",
        [last.id],
      ),
    );
    expect((await read(id)).messages.at(-1)).toMatchObject({
      state: "failed",
      content: expect.stringMatching(/restarted/),
    });
    await call(`/conversations/${id}/messages/${last.id}/retry`, { method: "POST", body: {} });
    expect(await settled(id)).toMatchObject({ state: "done" });
  });

  it("leaves no words of it in the log", async () => {
    const marker = "zebra-marker-7431";
    copilot.failure = new Error("broken");
    await ask(`summarize ${marker}`, tagged());
    expect(test.logged.join("\n")).not.toContain(marker);
  });
});

describe("a reply that is checked against our policies", () => {
  it("is held against the policies that speak of it, which are named", async () => {
    const attached = "You get your refund within 60 days, and we ship parcels within two days.";
    const { last } = await ask("Check this reply against our policies", { mentions: { action: "audit" }, attached });
    expect(last).toMatchObject({ state: "done", action: "audit" });
    const titles = last.body?.documents.map(({ title }) => title);
    expect(titles).toContain("Refund policy");
    expect(titles).not.toContain("Security handbook");
    expect(copilot.asked).toMatchObject([{ action: "audit", input: { text: attached } }]);
  });
});
