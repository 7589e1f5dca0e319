import { expect, it } from "vitest";
import { intentByModel } from "./intent-by-model.ts";
import type { CopilotSaid, Intent, IntentPort } from "./ports.ts";

const said: CopilotSaid[] = Array.from({ length: 8 }, (_, index) => ({
  role: index % 2 === 0 ? "person" : "copilot",
  content: `${index}`,
  action: "summarize",
}));
const sureOf: Intent = { actions: [{ action: "summarize", confidence: 0.95 }] };
const unsure: Intent = { actions: [{ action: "inquire", confidence: 0.4 }] };
const signal = new AbortController().signal;

function scripted(...answers: (Intent | Error)[]) {
  const asked: (readonly CopilotSaid[])[] = [];
  const port: IntentPort = {
    classify: async (input) => {
      asked.push(input.said);
      const answer = answers[asked.length - 1];
      if (answer === undefined || answer instanceof Error) throw answer ?? new Error("asked too often");
      return answer;
    },
  };
  return { asked, port };
}
const message = { text: "and the second one?", said, documents: 0, hasText: false };

it("asks once, with the message alone, where that decides", async () => {
  const { asked, port } = scripted(sureOf);
  expect(await intentByModel(port, () => undefined).classify(message, signal)).toEqual(sureOf);
  expect(asked).toEqual([[]]);
});

it("asks again with the last five messages where the message alone decides nothing", async () => {
  const { asked, port } = scripted(unsure, sureOf);
  expect(await intentByModel(port, () => undefined).classify(message, signal)).toEqual(sureOf);
  expect(asked[1]?.map(({ content }) => content)).toEqual(["3", "4", "5", "6", "7"]);
});

it("asks no second time where nothing was said before", async () => {
  const { asked, port } = scripted(unsure);
  expect(await intentByModel(port, () => undefined).classify({ ...message, said: [] }, signal)).toEqual(unsure);
  expect(asked).toHaveLength(1);
});

it("goes by the rules where the model fails, and tells", async () => {
  const told: unknown[] = [];
  const failure = new Error("down");
  const port = intentByModel(scripted(failure).port, (error) => told.push(error));
  const intent = await port.classify({ ...message, text: "Summarize the refund policy" }, signal);
  expect(intent.actions[0]?.action).toBe("summarize");
  expect(told).toEqual([failure]);
});

it("stays unsure where only the second call fails", async () => {
  const told: unknown[] = [];
  const port = intentByModel(scripted(unsure, new Error("down")).port, (error) => told.push(error));
  expect(await port.classify(message, signal)).toEqual(unsure);
  expect(told).toHaveLength(1);
});

it("ends when it was called off", async () => {
  const ended = AbortSignal.abort(new Error("called off"));
  const port = intentByModel(scripted(new Error("down")).port, () => undefined);
  await expect(port.classify(message, ended)).rejects.toThrow("called off");
});
