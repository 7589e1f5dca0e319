import { afterAll, beforeAll, expect, it } from "vitest";
import type { CopilotMenu } from "../../../protocol/copilot-conversations.ts";
import { copilotDesk } from "../../test/support/copilot-desk.ts";
import { type CopilotReader, readWith } from "../../test/support/copilot-reader.ts";
import { makeDataFolder } from "../../test/support/database.ts";
import { ParleyProcess } from "../../test/support/parley-process.ts";
import { type ScriptedModel, startScriptedModel } from "../../test/support/scripted-model.ts";
import { waitFor } from "../../test/support/wait-for.ts";

/** Runs of the copilot in a process that is killed (SIGKILL) and started again on its data. */
let model: ScriptedModel;
let reader: CopilotReader;
let parley: ParleyProcess;
let desk: ReturnType<typeof copilotDesk>;
let documents: string[];

const texts = {
  "returns.md":
    "# Returns\n\nYou can return an order within thirty days of delivery.\n\n## Refunds\n\nRefunds take five days.",
  "shipping.md":
    "# Shipping\n\nShipping takes nine days.\n\n## Returns\n\nYou can return an order within ten days of delivery.",
};

beforeAll(async () => {
  model = await startScriptedModel();
  reader = readWith(model);
  parley = await ParleyProcess.startOn(await makeDataFolder(), {
    MODEL_PROVIDER: "openai",
    OPENAI_API_KEY: "none",
    OPENAI_BASE_URL: model.url,
    DEMO: "off",
    LOG_LEVEL: "warn",
  });
  const { api_key } = await parley.makeShop(texts);
  desk = copilotDesk({ url: parley.url, a: { api_key } });
  documents = await waitFor(
    async () => {
      const found = (await desk.call<CopilotMenu>("/menu")).body.documents;
      return found.length >= 2 ? found.slice(0, 2).map(({ version_id: id }) => id) : undefined;
    },
    { what: "the documents", timeoutMs: 60_000 },
  );
}, 240_000);
afterAll(async () => {
  await parley?.[Symbol.asyncDispose]();
  await model?.close();
});

it("a question that waits is answered after the restart, and nothing is decided twice", async () => {
  const id = await desk.begin();
  const asked = await desk.ask(id, "Compare them");
  expect(asked).toMatchObject({ state: "asking", questions: [{ question: { type: "choose_documents" } }] });
  const question_id = asked.questions[0]?.question.id;
  await parley.kill();
  await parley.restart();
  expect((await desk.read(id)).messages.at(-1)).toMatchObject({ state: "asking", questions: asked.questions });
  const answer = { question_id, answer: { type: "documents", documents } };
  expect((await desk.post(`/conversations/${id}/messages/${asked.id}/answer`, answer)).status).toBe(202);
  const done = await desk.settled(id);
  expect(done).toMatchObject({ state: "done", action: "compare" });
  expect(done.body?.documents).toHaveLength(2);
  expect([reader.asks("intent").length, reader.asks("names").length]).toEqual([1, 1]);
});

it("a run that was killed in the middle is shown as failed, and goes on after its last finished step", async () => {
  const before = reader.asked.length;
  reader.hangs.add("summarize");
  const id = await desk.begin();
  await desk.say(id, "Summarize it", { mentions: { documents: documents.slice(0, 1) } });
  await waitFor(() => reader.asks("summarize").length === 1, { what: "the model is asked" });
  await parley.kill();
  reader.hangs.clear();
  await parley.restart();
  const failed = await waitFor(
    async () => {
      const last = (await desk.read(id)).messages.at(-1);
      return last?.state === "failed" ? last : undefined;
    },
    { what: "the run counts as lost", timeoutMs: 60_000 },
  );
  expect(failed.content).toContain("restarted");
  expect((await desk.post(`/conversations/${id}/messages/${failed.id}/retry`)).status).toBe(202);
  expect(await desk.settled(id)).toMatchObject({ id: failed.id, state: "done", action: "summarize" });
  expect(reader.asked.slice(before).map(({ call }) => call)).toEqual(["intent", "summarize", "summarize"]);
});
