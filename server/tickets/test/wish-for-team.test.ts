import { afterAll, beforeAll, expect, it } from "vitest";
import { type ConversationRig, startConversationRig } from "../../test/support/conversation.ts";
import type { VisitorClient } from "../../test/support/visitor-client.ts";

let desk: ConversationRig;
beforeAll(async () => {
  desk = await startConversationRig();
}, 60_000);
afterAll(() => desk[Symbol.asyncDispose]());

const lastSaid = async (visitor: VisitorClient) => (await desk.history(visitor)).messages.at(-1)?.content ?? "";
const asks = "What is it about?";

it("a visitor who only asks for the team is asked what it is about", async () => {
  const visitor = await desk.visitor();
  await desk.say(visitor, "Hi, I would like to talk to a person.");
  const { number } = visitor.session.ticket;
  expect(await lastSaid(visitor)).toMatch(
    new RegExp(`^Sure\\. I've let our team know\\. ${asks.replace("?", "\\?")} .*#${number}`),
  );
});

it("a visitor who has said what it is about is not asked again", async () => {
  const told = await desk.visitor();
  await desk.say(told, "My parcel never came, so I want to speak to a person");
  expect(await lastSaid(told)).toMatch(/^Sure\. I've let our team know\. Your conversation/);
  const answered = await desk.visitor();
  Object.assign(desk.rig.script, { score: 0.9, words: ["You can [1]."] });
  await desk.say(answered, "How do I send a parcel?");
  await desk.say(answered, "I want to talk to a human");
  expect(await lastSaid(answered)).not.toContain(asks);
});
