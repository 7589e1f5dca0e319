import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { z } from "zod";
import type { CopilotSaid } from "../../../server/copilot/ports.ts";
import { byRules, type Utterance } from "./utterances.ts";

const rowSchema = z.object({
  question: z.string().optional(),
  text: z.string().optional(),
  turn: z.number().optional(),
  history: z.array(z.unknown()).optional(),
});

const files = [
  "mtrag/cloud/queries.jsonl",
  "mtrag/govt/queries.jsonl",
  "mtrag/clapnq/queries.jsonl",
  "mtrag/fiqa/queries.jsonl",
  "doc2dial/queries.jsonl.gz",
  "banking77/intents.jsonl",
];
const inquired: CopilotSaid = { role: "person", content: "…", action: "inquire" };

export interface PublicFigures {
  file: string;
  all: number;
  inquire: number;
  asked: number;
  wrong: string[];
}

/**
 * Questions of public sets, all of which are to be looked up, by the rules. Null where the sets are not there. Of doc2dial the first turns only:
 * the later ones are answers to questions.
 * @param dir the folder that holds the sets.
 */
export function measurePublicQuestions(dir: string): PublicFigures[] | null {
  if (!files.every((file) => existsSync(join(dir, file)))) return null;
  return files.map((file) => {
    const figures: PublicFigures = { file, all: 0, inquire: 0, asked: 0, wrong: [] };
    for (const row of rowsOf(join(dir, file))) {
      if (file.startsWith("doc2dial") && row.turn !== 1) continue;
      const text = row.question ?? row.text ?? "";
      const said = (row.history ?? []).length > 0 ? [inquired] : [];
      const each: Utterance = {
        domain: file,
        text,
        said,
        documents: 0,
        hasText: false,
        wanted: "inquire",
        half: "tuning",
      };
      const understood = byRules(each);
      figures.all += 1;
      if (understood === "inquire") figures.inquire += 1;
      else if (understood === "ambiguous") figures.asked += 1;
      else figures.wrong.push(`${text} (${understood})`);
    }
    return figures;
  });
}

function rowsOf(path: string): z.infer<typeof rowSchema>[] {
  const bytes = readFileSync(path);
  const text = (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString();
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => rowSchema.parse(JSON.parse(line)));
}
