import { z } from "zod";
import type { ComparisonResult } from "../../../../protocol/copilot.ts";
import type { CompareInput, Concluded } from "../../../copilot/ports.ts";
import type { Caller } from "../../chat/chat-tasks.ts";
import { askJson } from "./ask-json.ts";
import { asked, copilotPrompt } from "./prompts.ts";
import { ProofBook, proofSchema } from "./proofs.ts";
import { safeText } from "./safe-text.ts";
import { clamp } from "./summarize.ts";

const schema = z.object({
  overview: z.string(),
  rows: z.array(
    z.object({
      aspect: z.string(),
      kind: z.enum(["same", "changed", "only_in_one"]),
      weight: z.number(),
      cells: z.array(z.object({ text: z.string(), proof: proofSchema })),
    }),
  ),
  implications: z.array(z.object({ text: z.string(), proof: proofSchema })),
  confidence: z.number(),
});

/** What documents say to the same things, as a model sees it; cells without a proof are left out, and rows that lose what they compare. */
export async function compareBy(
  caller: Caller,
  { documents, focus, locale }: CompareInput,
): Promise<Concluded<ComparisonResult>> {
  const chunks = documents.flatMap((each) => each.chunks);
  const parts = [asked("language", locale), ...(focus === null ? [] : [asked("focus", focus)])];
  const said = await askJson(caller, copilotPrompt("compare", chunks, parts), { name: "comparison", schema });
  const book = new ProofBook(chunks);
  const rows = said.rows.flatMap(({ aspect, kind, weight, cells }) => {
    const proven = cells.flatMap(({ text, proof }) => {
      const places = book.take(proof);
      const version = places[0] === undefined ? undefined : book.excerpts[places[0]]?.version_id;
      return version ? [{ version_id: version, text: safeText(text), proof: places }] : [];
    });
    const isWhole =
      proven.length > 0 && (kind === "only_in_one" || new Set(proven.map((cell) => cell.version_id)).size > 1);
    return isWhole ? [{ kind, aspect: safeText(aspect), cells: proven, changes: [], weight: clamp(weight) }] : [];
  });
  const implications = said.implications.flatMap(({ text, proof }) => {
    const places = book.take(proof);
    return places.length === 0 ? [] : [{ text: safeText(text), proof: places }];
  });
  const overview = focus === null ? safeText(said.overview) : "";
  const result: ComparisonResult = { action: "compare", focus, overview, rows, implications };
  return { result, excerpts: book.excerpts, inference: clamp(said.confidence) * book.honesty, judge: "model" };
}
