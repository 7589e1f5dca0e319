import { describe, expect, it } from "vitest";
import { foundPassage } from "../../test/support/found-passage.ts";
import { isGoodEnough, onScale } from "../grading/scale.ts";
import { createModels } from "../models/create-models.ts";
import { extractiveModel } from "../models/extractive/extractive-answerer.ts";
import type { GenerateInput, RetrievedChunk, TenantProfile } from "../ports.ts";

const plain: TenantProfile = { name: "Acme", tone: "", locale: "en", threshold: 0.7, answer_mode: "stream_first" };
/** Makes nearly every answer look right, and shows nearly every answer. */
const lifting = { grader: extractiveModel, slope: 1, shift: 5, threshold: 0.1, plain_threshold: 0.7 };
const lenient: TenantProfile = { ...plain, threshold: 0.1, calibration: lifting };
const signal = new AbortController().signal;

const models = createModels(
  {
    provider: "extractive",
    small: undefined,
    large: undefined,
    openaiApiKey: undefined,
    openaiBaseUrl: undefined,
    ollamaBaseUrl: undefined,
  },
  { paceMs: 0 },
);

const passage = (title: string, text: string, vector = 0.8) =>
  foundPassage(title, text, { score: 0.9, parts: { bm25: 8, vector, coverage: vector } });

async function graded(tenant: TenantProfile, question: string, ...chunks: RetrievedChunk[]) {
  const model = models.forTurn({ tenant, recordCall: () => {} });
  const input: GenerateInput = { question, history: [], chunks, tenant };
  const assessed = await model.assess?.(input);
  const answer = await model.generate(input, () => {}, signal);
  const result = await model.grade({ ...input, answer }, signal);
  expect(assessed).toEqual(result);
  return result;
}

describe("the built-in answerer's grade", () => {
  const refund = passage("Refunds", "A refund takes five working days. It is paid to the card that was charged.", 0.5);

  it("is put on the tenant's scale wherever it is looked at, and kept as it was given beside it", async () => {
    const before = await graded(plain, "When will the money be back on my account?", refund);
    const after = await graded(lenient, "When will the money be back on my account?", refund);
    expect(before.raw).toEqual({ score: before.score, grader: extractiveModel });
    expect(after.raw).toEqual(before.raw);
    expect(after.score).toBe(onScale(before.score, lifting));
    expect(before.score).toBeLessThan(0.99);
    expect(after.score).toBeGreaterThan(before.score);
  });

  it("is held to the threshold from before when the calibration is for another model", async () => {
    const foreign = { ...lenient, calibration: { ...lifting, grader: "openai:gpt-4o" } };
    const result = await graded(foreign, "How are parcels packed?", passage("Parcels", "Parcels come in boxes."));
    expect(result.score).toBe(result.raw?.score);
    expect(isGoodEnough({ ...result, score: 0.5 }, foreign)).toBe(false);
    expect(isGoodEnough({ ...result, score: 0.7 }, foreign)).toBe(true);
  });
});

describe("the answer cache", () => {
  it("keeps answers with grades of one scale from those of another", () => {
    const keys = [plain, lenient, { ...lenient, calibration: { ...lifting, shift: 1 } }].map(models.fingerprintFor);
    expect(new Set(keys).size).toBe(3);
    expect(models.fingerprintFor({ ...lenient, calibration: { ...lifting, grader: "openai:gpt-4o" } })).toBe(keys[0]);
  });
});
