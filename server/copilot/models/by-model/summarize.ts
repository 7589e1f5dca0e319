import { z } from "zod";
import type { SummaryResult } from "../../../../protocol/copilot.ts";
import { askJson } from "../../../assistant/models/chat/ask-json.ts";
import type { Caller } from "../../../assistant/models/chat/chat-tasks.ts";
import type { Concluded, SummarizeInput } from "../../ports.ts";
import { copilotPrompt, wishBlocks } from "./prompts.ts";
import { clamp, ProofBook, proofSchema, safeText } from "./proofs.ts";

const schema = z.object({
  points: z.array(z.object({ document: z.string(), heading: z.string(), text: z.string(), proof: proofSchema })),
  confidence: z.number(),
});

/** A model's key points of each document. Points without a quote that its passage contains are left out. */
export async function summarizeBy(caller: Caller, input: SummarizeInput): Promise<Concluded<SummaryResult>> {
  const { documents } = input;
  const chunks = documents.flatMap((each) => each.chunks);
  const prompt = copilotPrompt("summarize", chunks, wishBlocks(input));
  const said = await askJson(caller, { name: "summary", schema, prompt });
  const book = new ProofBook(chunks);
  const points = said.points.flatMap(({ heading, text, proof }) => {
    const places = book.take(proof);
    const version = proof.map(({ passage }) => book.versionOf(passage)).find((id) => id !== undefined);
    return places.length === 0 || version === undefined
      ? []
      : [{ version, heading: heading.trim() || null, text: safeText(text), proof: places }];
  });
  const result: SummaryResult = {
    action: "summarize",
    documents: documents.map(({ document: { version_id, title } }) => ({
      version_id,
      title,
      points: points.filter(({ version }) => version === version_id).map(({ version: _, ...point }) => point),
    })),
  };
  return { result, excerpts: book.excerpts, inference: clamp(said.confidence) * book.honesty, judge: "model" };
}
