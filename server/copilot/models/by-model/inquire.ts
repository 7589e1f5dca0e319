import { z } from "zod";
import type { InquiryResult } from "../../../../protocol/copilot.ts";
import { askJson } from "../../../assistant/models/chat/ask-json.ts";
import type { Caller } from "../../../assistant/models/chat/chat-tasks.ts";
import { indexesOf, markPattern } from "../../../core/text/claims.ts";
import { sentenceSpans } from "../../../core/text/sentences.ts";
import type { Concluded, InquireInput } from "../../ports.ts";
import { asked, copilotPrompt } from "./prompts.ts";
import { clamp, ProofBook, proofSchema, safeText } from "./proofs.ts";

const schema = z.object({
  answer: z.string(),
  proof: proofSchema,
  documents: z.array(z.object({ text: z.string(), proof: proofSchema })),
  confidence: z.number(),
});

/** An answer from the passages. Marks of passages without a proven quote are removed. */
export async function inquireBy(
  caller: Caller,
  { question, chunks, locale, notes = [] }: InquireInput,
): Promise<Concluded<InquiryResult>> {
  const parts = [asked("language", locale), ...notes.map((note) => asked("notes", note)), asked("question", question)];
  const said = await askJson(caller, { name: "inquiry", schema, prompt: copilotPrompt("inquire", chunks, parts) });
  const book = new ProofBook(chunks);
  const placeOf = new Map<number, number>();
  for (const proof of said.proof) {
    const [place] = book.take([proof]);
    if (place !== undefined) placeOf.set(proof.passage, place + 1);
  }
  const documents = said.documents.flatMap(({ text, proof }) => {
    const places = book.take(proof);
    const excerpt = places[0] === undefined ? undefined : book.excerpts[places[0]];
    return excerpt
      ? [{ version_id: excerpt.version_id, title: excerpt.title, text: safeText(text), proof: places }]
      : [];
  });
  const answer = book.excerpts.length === 0 ? "" : renumbered(safeText(said.answer), placeOf);
  const result: InquiryResult = { action: "inquire", answer, documents };
  return { result, excerpts: book.excerpts, inference: clamp(said.confidence) * book.honesty, judge: "model" };
}

/** Renumbers marks from passages to excerpts. A sentence that has only unproven marks is removed. */
function renumbered(answer: string, placeOf: ReadonlyMap<number, number>): string {
  let [kept, from] = ["", 0];
  for (const end of sentenceEnds(answer)) {
    const sentence = answer.slice(from, end);
    from = end;
    const numbers = [...sentence.matchAll(markPattern)].flatMap(([, list]) => indexesOf(list ?? ""));
    if (numbers.length > 0 && !numbers.some((number) => placeOf.has(number))) continue;
    kept += sentence.replace(markPattern, (_mark, list: string) => {
      const places = indexesOf(list).flatMap((number) => placeOf.get(number) ?? []);
      return [...new Set(places)].map((place) => `[${place}]`).join("");
    });
  }
  return kept.replace(/(?<! ) +(?=[.,;:!?])/g, "").trim();
}

/** The ends of the sentences of an answer. A mark after the full stop belongs to the sentence before it. */
function sentenceEnds(answer: string): number[] {
  const ends: number[] = [];
  for (const { start, end } of sentenceSpans(answer)) {
    const isMark = !/\p{L}/u.test(answer.slice(start, end).replace(markPattern, ""));
    if (isMark && ends.length > 0) ends.pop();
    ends.push(end);
  }
  return ends;
}
