import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { confidenceOf, readQuestion } from "../../assistant/models/extractive/confidence.ts";
import type { RetrievedChunk } from "../../assistant/ports.ts";
import { newId } from "../../core/ids.ts";
import { type ConversationRig, startConversationRig } from "../../test/support/conversation.ts";
import type { VisitorClient } from "../../test/support/visitor-client.ts";
import { waitFor } from "../../test/support/wait-for.ts";
import { TurnRunner } from "../turns/runner.ts";

let desk: ConversationRig;
let searched: string[] = [];
const section = (heading: string, parts: RetrievedChunk["parts"]): RetrievedChunk => ({
  chunk_id: newId(),
  document_id: newId(),
  version_id: newId(),
  title: "Parcels",
  source: "parcels",
  url: null,
  page: null,
  heading: `Parcels > ${heading}`,
  text: `${heading}: press the button.`,
  score: parts["vector"] ?? 0,
  parts,
});
const near = () =>
  ["Send", "Pay", "Track", "Lose"].map((heading, at) =>
    section(heading, { bm25: 8 - at, coverage: 1, vector: 0.8 - at * 0.05 }),
  );
const far = () => [section("Other", { bm25: 0, coverage: 0, vector: 0.1 })];

beforeAll(async () => {
  desk = await startConversationRig();
  const { search } = desk.rig.deps;
  desk.rig.deps.search = async (tenantId, asked, signal) => {
    searched.push(asked.question);
    return search(tenantId, asked, signal);
  };
}, 60_000);
afterAll(() => desk[Symbol.asyncDispose]());
beforeEach(() => {
  searched = [];
  show(far());
  Object.assign(desk.rig.script, { score: 0.1, words: [] });
});

const show = (chunks: RetrievedChunk[]) => desk.rig.chunks.splice(0, desk.rig.chunks.length, ...chunks);
const messagesOf = async (visitor: VisitorClient) => (await desk.history(visitor)).messages;

/** Waits for the work behind the messages, and goes on with a new runner. */
async function settle(): Promise<void> {
  await desk.rig.turns.drain(1_000);
  desk.rig.turns = new TurnRunner(desk.rig.deps);
  desk.http.ctx.turns = desk.rig.turns;
}

async function handedOver(): Promise<VisitorClient> {
  const visitor = await desk.visitor();
  await desk.say(visitor, "Do you deliver to Peru?");
  expect((await desk.history(visitor)).ticket.status).toBe("pending_human");
  searched = [];
  return visitor;
}

async function helped(visitor: VisitorClient, count: number) {
  await waitFor(async () => (await messagesOf(visitor)).length === count, { what: "sections" });
  return (await messagesOf(visitor)).at(-1);
}

describe("a question that the visitor adds while the ticket waits for the team", () => {
  it("stays with the team, and shows up to three sections that may help meanwhile", async () => {
    const visitor = await handedOver();
    show(near());
    await desk.say(visitor, "How do I send a parcel?");
    const help = await helped(visitor, 4);
    expect(help?.content).toMatch(/^I've passed this to our team \(#\d+\)/);
    expect(help?.related).toHaveLength(3);
    expect(help?.related?.[0]).toMatchObject({
      heading: "Parcels > Send",
      text: "Send: press the button.",
      aside: true,
    });
    expect((await desk.history(visitor)).ticket).toMatchObject({ status: "pending_human", owner: "human" });
    const chunk_id = help?.related?.[0]?.chunk_id;
    expect((await desk.post(visitor, "solved", { chunk_id })).status).toBe(404);
  });

  it("shows them by the rule of the hand-over: also those that are too uncertain for an answer", async () => {
    const visitor = await handedOver();
    const parts = { bm25: 5, coverage: 0.3, vector: 0.3 };
    const uncertain = section("Send", parts);
    const confidence = confidenceOf(readQuestion("how r parcels sent", "en"), [uncertain]);
    expect([confidence > 0.15, confidence < 0.5], `${confidence}`).toEqual([true, true]);
    show([uncertain]);
    await desk.say(visitor, "how r parcels sent");
    expect((await helped(visitor, 4))?.related).toHaveLength(1);
  });

  it("shows nothing when nothing is near, and searches nothing for thanks", async () => {
    const visitor = await handedOver();
    await desk.say(visitor, "Is there a shop in Lima?");
    await desk.say(visitor, "thanks");
    await settle();
    expect(searched).toEqual(["Is there a shop in Lima?"]);
    expect(await messagesOf(visitor)).toHaveLength(4);
  });

  it("shows nothing after an agent has taken the ticket, also while the search runs", async () => {
    const visitor = await handedOver();
    show(near());
    const { search } = desk.rig.deps;
    desk.rig.deps.search = async (...asked) => {
      await desk.desk(`tickets/${visitor.session.ticket.id}/take`, {});
      return search(...asked);
    };
    await desk.say(visitor, "How do I send a parcel?");
    await settle();
    desk.rig.deps.search = search;
    expect((await desk.history(visitor)).ticket.status).toBe("in_progress");
    await desk.say(visitor, "How do I pay a parcel?");
    await settle();
    expect((await messagesOf(visitor)).filter(({ related }) => related)).toEqual([]);
  });

  it("is searched when it was added while the search for the one before ran", async () => {
    const visitor = await handedOver();
    show(near());
    const { search } = desk.rig.deps;
    let go = () => {};
    const isFree = new Promise<void>((resolve) => {
      go = resolve;
    });
    desk.rig.deps.search = async (...asked) => {
      await isFree;
      return search(...asked);
    };
    await desk.say(visitor, "How do I send a parcel?");
    await desk.say(visitor, "And how do I track one?");
    go();
    const help = await helped(visitor, 5);
    desk.rig.deps.search = search;
    expect(searched).toEqual(["How do I send a parcel?", "And how do I track one?"]);
    expect(help?.related).toHaveLength(3);
  });

  it("is about the company when it names nothing itself", async () => {
    const visitor = await handedOver();
    await desk.say(visitor, "What does it cost?");
    await settle();
    const [, named] = searched;
    expect(searched[0]).toBe("What does it cost?");
    expect(named).toMatch(/^What does \S.* cost\?$/);
  });

  it("shows a section once", async () => {
    const visitor = await handedOver();
    show(near());
    await desk.say(visitor, "How do I send a parcel?");
    const first = await helped(visitor, 4);
    await desk.say(visitor, "And how do I lose a parcel?");
    const second = await helped(visitor, 6);
    expect(first?.related?.map(({ heading }) => heading)).not.toContain(second?.related?.[0]?.heading);
    expect(second?.related).toHaveLength(1);
  });
});
