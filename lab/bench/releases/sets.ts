import { type Domain, openDataSets, type PassageRow } from "../../eval/data/sets.ts";

export type SetDocument = Pick<PassageRow, "id" | "title" | "text">;

/** Documents of one doc2dial domain, and first questions: first those of the domain, then others without an answer there. */
export async function readSets(
  folder: string,
  { domain, questions: wanted }: { domain: string; questions: number },
): Promise<{ documents: SetDocument[]; questions: string[] }> {
  const domains = await openDataSets(folder).doc2dial();
  const own = domains?.find(({ name }) => name === domain);
  if (!domains || !own) throw new Error(`${folder} has no doc2dial set with the domain ${domain}`);
  const firstOf = ({ queries }: Domain) => queries.filter(({ history }) => history.length === 0);
  const ordered = [own, ...domains.filter((each) => each !== own)].flatMap(firstOf);
  const questions = [...new Set(ordered.map(({ question }) => question.trim()))].slice(0, wanted);
  return { documents: own.passages, questions };
}

/** Imitates a careless editor: every second document loses its second half, the others get other numbers. */
export function edited({ text }: SetDocument, index: number): string {
  if (index % 2 === 0) return text.slice(0, Math.ceil(text.length / 2));
  return text.replace(/\b\d{1,3}\b/g, (number) => String(Number(number) + 3));
}
