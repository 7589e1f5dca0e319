import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { z } from "zod";

const documentSchema = z.object({ id: z.string(), title: z.string(), text: z.string(), domain: z.string() });
const questionSchema = z.object({ question: z.string(), history: z.array(z.unknown()), domain: z.string() });
export type SetDocument = z.infer<typeof documentSchema>;

/** Documents of one domain, and first questions: first those of the domain, then others without an answer there. */
export async function readSets(
  folder: string,
  { domain, questions: wanted }: { domain: string; questions: number },
): Promise<{ documents: SetDocument[]; questions: string[] }> {
  const corpus = await readFile(join(folder, "doc2dial/corpus.jsonl"), "utf8");
  const packed = await readFile(join(folder, "doc2dial/queries.jsonl.gz"));
  const queries = (await promisify(gunzip)(packed)).toString("utf8");
  const first = linesOf(queries, questionSchema).filter(({ history }) => history.length === 0);
  const ordered = [
    ...first.filter((each) => each.domain === domain),
    ...first.filter((each) => each.domain !== domain),
  ];
  const questions = [...new Set(ordered.map(({ question }) => question.trim()))].slice(0, wanted);
  return { documents: linesOf(corpus, documentSchema).filter((each) => each.domain === domain), questions };
}

/** Imitates a careless editor: every second document loses its second half, the others get other numbers. */
export function edited({ text }: SetDocument, index: number): string {
  if (index % 2 === 0) return text.slice(0, Math.ceil(text.length / 2));
  return text.replace(/\b\d{1,3}\b/g, (number) => String(Number(number) + 3));
}

function linesOf<T>(text: string, schema: z.ZodType<T>): T[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => schema.parse(JSON.parse(line)));
}
