import { compareByRules } from "../../../server/models/copilot/by-rules/compare.ts";
import type { EmbedTexts } from "../../../server/models/embeddings/port.ts";
import { type CompareScore, scoreCompared } from "./compare-score.ts";
import { plantEdits } from "./planted-edits.ts";
import { documentOf } from "./read-documents.ts";

/** What is found of the edits that were planted into each text, as a comparison of it with itself before. Texts without any are left out. */
export async function scorePlanted(contents: readonly string[], embed?: EmbedTexts): Promise<CompareScore[]> {
  const scores: CompareScore[] = [];
  for (const content of contents) {
    const { text, changes } = plantEdits(content);
    if (changes.length === 0) continue;
    const documents = [content, text].map((each, index) =>
      documentOf(each, { id: index + 1, title: "Policy", version: index + 1 }),
    );
    const { result } = await compareByRules({ documents, focus: null, locale: "en" }, embed);
    const [old, next] = documents.map(({ document }) => document.version_id);
    scores.push(scoreCompared(result.rows, changes, [old ?? "", next ?? ""]));
  }
  return scores;
}
