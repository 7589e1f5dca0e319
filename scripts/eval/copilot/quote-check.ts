import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type Excerpt, maxExcerptChars } from "../../../protocol/copilot.ts";
import { createCopilotRules } from "../../../server/models/copilot/by-rules/copilot-rules.ts";
import { dataFile, documentOf, type ReadDocument } from "./read-documents.ts";

export interface QuoteScore {
  documents: number;
  quotes: number;
  /** Not letter for letter in their chunk, or too long. */
  wrong: string[];
}

/** Characters of a document that are held against another as a text. */
const auditedChars = 3_000;

/** The documents of a folder below the data, every `step`th. @param from number of the first: two of one number are one */
export function documentsOf(folder: string, below: string, { step = 1, from = 1 } = {}): ReadDocument[] {
  if (folder === "" || !existsSync(join(folder, below))) return [];
  const files = readdirSync(join(folder, below), { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".md"),
  );
  return files
    .toSorted()
    .filter((_file, index) => index % step === 0)
    .map((file, index) => documentOf(dataFile(folder, below, file) ?? "", { id: index + from, title: file }));
}

/** Whether each excerpt of all four actions over these documents, and over each with the one before it, is a quote. */
export async function checkQuotes(documents: readonly ReadDocument[]): Promise<QuoteScore> {
  const rules = createCopilotRules({});
  const { signal } = new AbortController();
  const score: QuoteScore = { documents: documents.length, quotes: 0, wrong: [] };
  const count = (excerpts: readonly Excerpt[]) => {
    for (const excerpt of excerpts) {
      const chunk = documents.flatMap(({ chunks }) => chunks).find(({ chunk_id }) => chunk_id === excerpt.chunk_id);
      score.quotes += 1;
      if (excerpt.text === "" || excerpt.text.length > maxExcerptChars || !chunk?.text.includes(excerpt.text))
        score.wrong.push(excerpt.text);
    }
  };
  for (const [index, document] of documents.entries()) {
    count((await rules.summarize({ documents: [document], focus: "", locale: "en" }, signal)).excerpts);
    const before = documents[index - 1];
    if (!before) continue;
    const [question, text] = [
      before.document.title,
      before.chunks
        .map((chunk) => chunk.text)
        .join("\n\n")
        .slice(0, auditedChars),
    ];
    count(
      (await rules.inquire({ question: `What is ${question}?`, chunks: document.chunks, locale: "en" }, signal))
        .excerpts,
    );
    count((await rules.compare({ documents: [before, document], focus: null, locale: "en" }, signal)).excerpts);
    count((await rules.audit({ text, targets: [document], locale: "en" }, signal)).excerpts);
  }
  return score;
}
