import { describe, expect, it } from "vitest";
import type { TicketDetail } from "../../../../protocol/admin.ts";
import { ticketRoutes } from "../../../../protocol/routes/tickets.ts";
import { fakeCall } from "../../../test/fake-call.ts";
import { citations, message, uuid } from "../../../test/mock-data.ts";
import { searchResults } from "../../../test/mock-search.ts";
import { seedTickets } from "../../../test/mock-tickets.ts";
import { ApiError } from "../../ui/api-call.ts";
import { memoryStorage } from "../../ui/storage.ts";
import { type ComposerOptions, createComposer } from "./composer-store.ts";
import { openUnsentTexts } from "./unsent.ts";

const ticketId = uuid(42);

function setup(answers: Partial<Parameters<typeof fakeCall<typeof ticketRoutes>>[1]> = {}, storage = memoryStorage()) {
  const detail = seedTickets().get(ticketId) as TicketDetail;
  const sent: string[] = [];
  const options: ComposerOptions = {
    api: {
      call: fakeCall(ticketRoutes, { readTicket: () => Promise.resolve(detail), ...answers }),
      typing: () => Promise.reject(new ApiError("x", { status: 500, code: "internal" })),
    },
    unsent: openUnsentTexts(storage, "person-1"),
    ticketId,
    onSent: (_detail, verb) => sent.push(verb),
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
    const sends = [composer.send(), composer.send(), composer.send("reply")];
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
    expect(await mine.composer.send()).toBe(true);
    const theirs = setup({ resolveTicket: conflict, readTicket: () => Promise.resolve(done) });
    theirs.composer.write("Something else");
    expect(await theirs.composer.send()).toBe(false);
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
    await reloaded.send();
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
