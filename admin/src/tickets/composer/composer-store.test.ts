import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { TicketDetail } from "../../../../protocol/admin.ts";
import { ticketRoutes } from "../../../../protocol/routes/tickets.ts";
import { fakeCall } from "../../../test/fake-call.ts";
import { citations, message, uuid } from "../../../test/mock-data.ts";
import { searchResults } from "../../../test/mock-search.ts";
import { seedTickets } from "../../../test/mock-tickets.ts";
import { ApiError } from "../../ui/api-call.ts";
import { memoryStorage } from "../../ui/storage.ts";
import { type ComposerOptions, createComposer } from "./composer-store.ts";
import { undoMs } from "./sending.ts";
import { openUnsentTexts } from "./unsent.ts";

const ticketId = uuid(42);

function setup(
  answers: Partial<Parameters<typeof fakeCall<typeof ticketRoutes>>[1]> = {},
  storage = memoryStorage(),
  more: Partial<ComposerOptions> = {},
) {
  const detail = seedTickets().get(ticketId) as TicketDetail;
  const sent: string[] = [];
  const options: ComposerOptions = {
    api: {
      call: fakeCall(ticketRoutes, { readTicket: () => Promise.resolve(detail), ...answers }),
      typing: () => Promise.reject(new ApiError("x", { status: 500, code: "internal" })),
    },
    unsent: openUnsentTexts(storage, "person-1"),
    ticketId,
    holdMs: 0,
    onSent: ({ verb }) => sent.push(verb),
    ...more,
  };
  return { composer: createComposer(options), again: () => createComposer(options), detail, sent, storage };
}

describe("the answer box", () => {
  it("sends once, however often it is asked while sending", async () => {
    const calls: string[] = [];
    let finish: (detail: TicketDetail) => void = () => undefined;
    const { composer, detail, sent } = setup({
      resolveTicket: ({ body }) => {
        calls.push(body?.answer ?? "");
        return new Promise((resolve) => (finish = resolve));
      },
    });
    composer.write("Yes.");
    const sends = [composer.send("resolve"), composer.send("resolve"), composer.send("reply")];
    finish(detail);
    expect(await Promise.all(sends)).toEqual([true, false, false]);
    expect(calls).toEqual(["Yes."]);
    expect(sent).toEqual(["resolve"]);
    expect(composer.text.value).toBe("");
  });

  it("keeps the text and says why when sending fails", async () => {
    const { composer, again } = setup({
      replyToTicket: () => Promise.reject(new ApiError("down", { status: 0, code: "network" })),
    });
    composer.write("Long answer");
    expect(await composer.send("reply")).toBe(false);
    expect(composer.text.value).toBe("Long answer");
    expect(composer.error.value).toContain("can't be reached");
    expect(again().text.value).toBe("Long answer");
  });

  it("retries the same text under the same id, also after a reload, and another text under another", async () => {
    const ids: string[] = [];
    let failing = true;
    const { composer, again, detail } = setup({
      replyToTicket: ({ body }) => {
        ids.push(body.message_id ?? "none");
        return failing ? Promise.reject(new ApiError("down", { status: 0, code: "network" })) : Promise.resolve(detail);
      },
    });
    composer.write("One");
    await composer.send("reply");
    const reloaded = again();
    await reloaded.send("reply");
    reloaded.write("Two");
    failing = false;
    await reloaded.send("reply");
    expect(ids[0]).toBe(ids[1]);
    expect(ids[2]).not.toBe(ids[0]);
  });

  it("takes a resolution whose receipt was lost for what it is", async () => {
    const detail = seedTickets().get(ticketId) as TicketDetail;
    const done = {
      ...detail,
      ticket: { ...detail.ticket, status: "resolved" as const },
      messages: [...detail.messages, message(80, "agent", "Done.", 0)],
    };
    const conflict = () => Promise.reject(new ApiError("x", { status: 409, code: "already_resolved" }));
    const mine = setup({ resolveTicket: conflict, readTicket: () => Promise.resolve(done) });
    mine.composer.write("Done.");
    expect(await mine.composer.send("resolve")).toBe(true);
    const theirs = setup({ resolveTicket: conflict, readTicket: () => Promise.resolve(done) });
    theirs.composer.write("Something else");
    expect(await theirs.composer.send("resolve")).toBe(false);
    expect(theirs.composer.error.value).toContain("already resolved");
  });

  it("sends the wish for a snippet only when resolving", async () => {
    const bodies: unknown[] = [];
    const note = (body: unknown) => {
      bodies.push(body);
      return Promise.resolve(detail);
    };
    const { composer, detail } = setup({
      resolveTicket: ({ body }) => note(body),
      replyToTicket: ({ body }) => note(body),
    });
    composer.keepAsSnippet(true);
    composer.write("a");
    await composer.send("reply");
    composer.keepAsSnippet(true);
    composer.write("b");
    await composer.send("resolve");
    expect(bodies).toEqual([
      { message_id: expect.any(String), content: "a" },
      { answer: "b", save_as_snippet: true },
    ]);
  });

  it("takes the draft with its sources, keeps them over a reload, and gives back what it replaced", async () => {
    const bodies: unknown[] = [];
    const { composer, again, detail } = setup({
      resolveTicket: ({ body }) => {
        bodies.push(body);
        return Promise.resolve(detail);
      },
    });
    composer.write("mine");
    const before = composer.fill({
      content: "Open *Billing* [1], then save [1][2]. See [4](https://x.example).",
      citations,
    });
    expect(composer.sources.shown.value.map(({ index }) => index)).toEqual([1, 2]);
    composer.restore(before);
    expect(composer.text.value).toBe("mine");
    composer.fill({ content: "Open *Billing* [1], then save [1, 2].", citations });
    composer.dropSource(1);
    expect(composer.text.value).toBe("Open *Billing*, then save [2].");
    const reloaded = again();
    expect(reloaded.sources.shown.value.map(({ title }) => title)).toEqual(["Refunds"]);
    await reloaded.send("resolve");
    expect(bodies).toEqual([
      { answer: "Open *Billing*, then save [2].", citations: [{ index: 2, chunk_id: citations[1]?.chunk_id }] },
    ]);
  });

  it("numbers a source from the search by what is free, and a known one as before", () => {
    const { composer } = setup();
    composer.fill({ content: "As [1] and [7] say.", citations });
    const found = searchResults()[2];
    if (!found) throw new Error("there are results");
    expect(composer.sources.add(found)).toBe(2);
    composer.write("As [1] and [2] say.");
    expect(composer.sources.add(found)).toBe(2);
    expect(composer.sources.shown.value.map(({ title }) => title)).toEqual(["Changing your plan", found.title]);
  });

  it("refuses what is empty or too long without asking the server", async () => {
    const { composer } = setup();
    composer.write("   \n");
    expect(await composer.send()).toBe(false);
    composer.write("x".repeat(20_001));
    expect(await composer.send()).toBe(false);
    expect(composer.error.value).toContain("too long");
  });
});

describe("a sent reply", () => {
  const outOfTime = () => vi.advanceTimersByTimeAsync(undoMs);
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  function held(storage = memoryStorage()) {
    const bodies: { message_id?: string | undefined; content?: string }[] = [];
    const failed: string[] = [];
    const rig = setup(
      {
        replyToTicket: ({ body }) => {
          bodies.push(body);
          return Promise.resolve(rig.detail);
        },
      },
      storage,
      { holdMs: undoMs, onFailed: ({ text }) => failed.push(text) },
    );
    return { ...rig, bodies, failed };
  }

  it("waits for five seconds, in which it can be undone with its sources, before what was written since", async () => {
    const { composer, bodies, sent } = held();
    composer.fill({ content: "Open *Billing* [1].", citations });
    const first = composer.send();
    expect(composer.text.value).toBe("");
    composer.write("One more thing");
    await vi.advanceTimersByTimeAsync(undoMs - 1);
    const [pending] = composer.pending.value;
    expect(composer.undo(pending?.messageId ?? "")).toBe(true);
    expect(await first).toBe(false);
    expect(composer.text.value).toBe("Open *Billing* [1].\n\nOne more thing");
    expect(composer.sources.shown.value.map(({ index }) => index)).toEqual([1]);
    void composer.send();
    await outOfTime();
    expect(bodies.map(({ content }) => content)).toEqual(["Open *Billing* [1].\n\nOne more thing"]);
    expect(sent).toEqual(["reply"]);
    expect(composer.pending.value).toEqual([]);
  });

  it("is sent at once when the agent leaves or sends another, in order, and then cannot be undone", async () => {
    const { composer, bodies } = held();
    composer.write("One");
    void composer.send();
    composer.write("Two");
    void composer.send();
    const [one] = composer.pending.value;
    expect(composer.undo(one?.messageId ?? "")).toBe(false);
    await composer.flush();
    expect(bodies.map(({ content }) => content)).toEqual(["One", "Two"]);
  });

  /** The browser's storage in the moment of a crash, after a reply was sent. */
  function crashed(text: string) {
    const before = memoryStorage();
    const { composer } = held(before);
    composer.write(text);
    void composer.send();
    const storage = memoryStorage();
    for (const key of before.keys()) storage.set(key, before.get(key) ?? "");
    return { storage, id: composer.pending.value[0]?.messageId };
  }

  it("of a page that crashed is sent by the next visit, under the same id", async () => {
    const { storage, id } = crashed("Hello");
    const { composer, bodies } = held(storage);
    expect(composer.text.value).toBe("");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(bodies).toMatchObject([{ message_id: id, content: "Hello" }]);
    expect(openUnsentTexts(storage, "person-1").unconfirmed).toEqual([]);
  });

  it("of a page that was left is not sent again when it has arrived", async () => {
    const { storage } = crashed("Arrived");
    const arrived = message(90, "agent", "Arrived", 0, { created_at: new Date().toISOString() });
    const detail = seedTickets().get(ticketId) as TicketDetail;
    const readTicket = () => Promise.resolve({ ...detail, messages: [arrived] });
    const { composer, sent } = setup({ readTicket }, storage, { holdMs: undoMs });
    await vi.advanceTimersByTimeAsync(60_000);
    expect([sent, composer.text.value]).toEqual([[], ""]);
    expect(openUnsentTexts(storage, "person-1").unconfirmed).toEqual([]);
  });

  it("of long ago is in the box again, because the conversation may have moved on", async () => {
    const { storage } = crashed("Hello");
    vi.setSystemTime(Date.now() + 3_600_000);
    const { composer, bodies, failed } = held(storage);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(bodies).toEqual([]);
    expect(composer.text.value).toBe("Hello");
    expect(failed).toEqual(["Hello"]);
  });
});

describe("unsent texts", () => {
  it("are gone for another person and after two weeks", () => {
    const storage = memoryStorage();
    openUnsentTexts(storage, "person-1", () => 0).set("t", { text: "secret" });
    expect(openUnsentTexts(storage, "person-1", () => 1_000).get("t")?.text).toBe("secret");
    openUnsentTexts(storage, "person-2", () => 1_000);
    expect(storage.keys()).toEqual([]);
    openUnsentTexts(storage, "person-1", () => 0).set("t", { text: "old" });
    expect(openUnsentTexts(storage, "person-1", () => 15 * 86_400_000).get("t")).toBeNull();
  });
});
