import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readySentences } from "../../core/text/ready/index.ts";
import {
  type Answered,
  type ConversationRig,
  startConversationRig,
  storedTypes,
} from "../../test/support/conversation.ts";
import type { VisitorClient } from "../../test/support/visitor-client.ts";

let desk: ConversationRig;
const { once, again, team } = readySentences.en.unclear;

beforeAll(async () => {
  desk = await startConversationRig();
}, 60_000);
afterAll(() => desk[Symbol.asyncDispose]());
beforeEach(() => Object.assign(desk.rig.script, { score: 0.1, words: [] }));

const said = async (visitor: VisitorClient) => (await desk.history(visitor)).messages.at(-1)?.content;
const status = async (visitor: VisitorClient) => (await desk.history(visitor)).ticket.status;

async function sayTwice() {
  const visitor = await desk.visitor();
  await desk.say(visitor, "asdf qwe zxcv");
  return { visitor, answer: await desk.say(visitor, "dfgjhk") };
}

function choiceIn({ events }: Answered) {
  const asked = events.find((event) => event.type === "clarification");
  if (asked?.type !== "clarification") throw new Error(`no choice in ${storedTypes(events)}`);
  return asked;
}

describe("a visitor whose message nobody can understand", () => {
  it.each(["asdf qwe zxcv", "...."])(
    "is asked for other words, and no ticket reaches the team: %s",
    async (message) => {
      const visitor = await desk.visitor();
      const { events } = await desk.say(visitor, message);
      expect(storedTypes(events)).toEqual(["message", "message", "end"]);
      expect(await said(visitor)).toBe(once);
      expect(await status(visitor)).toBe("open");
    },
  );

  it("is asked after an answer as well", async () => {
    const visitor = await desk.visitor();
    Object.assign(desk.rig.script, { score: 0.9, words: ["You can [1]."] });
    await desk.say(visitor, "How do I start?");
    Object.assign(desk.rig.script, { score: 0.1, words: ["Something", " else [1]."] });
    await desk.say(visitor, "asdf qwe zxcv");
    expect(await said(visitor)).toBe(once);
    expect((await desk.history(visitor)).messages).toHaveLength(4);
  });

  it("is offered the team the second time, by a button", async () => {
    const { visitor, answer } = await sayTwice();
    const { prompt, options, clarification_id } = choiceIn(answer);
    expect({ prompt, options }).toEqual({ prompt: again, options: [{ id: "1", label: team }] });
    expect(await status(visitor)).toBe("open");
    const { events } = await desk.post(visitor, "resume", { clarification_id, choice: "1" });
    expect(events.find(({ type }) => type === "escalation")).toMatchObject({ reason: "asked_for_person" });
    expect(await status(visitor)).toBe("pending_human");
  });

  it("is offered the team again, and may ask in other words", async () => {
    const { visitor } = await sayTwice();
    expect(choiceIn(await desk.say(visitor, "lkjh")).prompt).toBe(again);
    Object.assign(desk.rig.script, { score: 0.9, words: ["You can [1]."] });
    await desk.say(visitor, "How do I start?");
    expect(await said(visitor)).toBe("You can [1].");
  });

  it("is asked anew after a question that was understood", async () => {
    const visitor = await desk.visitor();
    await desk.say(visitor, "asdf qwe zxcv");
    Object.assign(desk.rig.script, { score: 0.9, words: ["You can [1]."] });
    await desk.say(visitor, "How do I start?");
    Object.assign(desk.rig.script, { score: 0.1, words: [] });
    await desk.say(visitor, "dfgjhk");
    expect(await said(visitor)).toBe(once);
  });

  it("still reaches the team with a question that no document answers", async () => {
    const visitor = await desk.visitor();
    await desk.say(visitor, "Do you have parking in Zurich?");
    expect(await status(visitor)).toBe("pending_human");
  });
});
