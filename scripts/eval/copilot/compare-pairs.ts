import { compareByRules } from "../../../server/models/copilot/by-rules/compare.ts";
import type { EmbedTexts } from "../../../server/models/embeddings/port.ts";
import { type CompareScore, scoreCompared } from "./compare-score.ts";
import { type KnownPair, knownPairs } from "./compare-truth.ts";
import { dataFile, documentOf } from "./read-documents.ts";

export interface ScoredPair extends CompareScore {
  pair: string;
  half: KnownPair["half"];
}

/** The pairs of policies with what was found of their known changes; null without the data. */
export async function comparePairs(folder: string, embed?: EmbedTexts): Promise<ScoredPair[] | null> {
  const listed = dataFile(folder, "policy_versions", "pairs.jsonl");
  if (listed === null) return null;
  const files = new Map(
    listed
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { pair: string; old: string; new: string })
      .map((row) => [row.pair, [row.old, row.new]]),
  );
  const scored: ScoredPair[] = [];
  for (const { pair, half, changes } of knownPairs) {
    const names = files.get(pair);
    // The folder may hold some of the pairs only.
    if (names === undefined) continue;
    const documents = names.map((file, index) =>
      documentOf(dataFile(folder, "policy_versions", file) ?? "", { id: index + 1, title: pair, version: index + 1 }),
    );
    const { result } = await compareByRules({ documents, focus: null, locale: "en" }, embed);
    const versions = documents.map(({ document }) => document.version_id);
    scored.push({ pair, half, ...scoreCompared(result.rows, changes, [versions[0] ?? "", versions[1] ?? ""]) });
  }
  return scored;
}
