import type { SummaryResult } from "../../../../protocol/copilot.ts";
import type { Concluded, SummarizeInput } from "../../../copilot/ports.ts";
import { isQuestion } from "../../../text/is-question.ts";
import { contentStems } from "../../../text/words.ts";
import type { EmbedTexts } from "../../embeddings/port.ts";
import { listExcerpts } from "../excerpts.ts";
import { fixesSomething, type Line, linesOfDocument } from "./lines.ts";
import { cosineOf, vectorsOf } from "./vectors.ts";

/** Points of a short and of a long document, and statements for each point. */
const fewestPoints = 3;
const mostPoints = 8;
const linesPerPoint = 10;
/** Statements that are compared with each other: the table of all pairs grows with their square. */
const mostLines = 160;
/** A point is no crumb and no paragraph, in characters. */
const shortest = 30;
const longest = 300;
/** What being like what was chosen already costs, beside being central, which counts 1. */
const costOfRepeating = 0.7;
/** What being central to the whole counts beside the section. */
const worthOfWhole = 0.5;
/** The first statement below a heading mostly says what it is about. */
const worthOfFirst = 0.08;
/** It fixes a number, a date or an obligation. */
const worthOfFixing = 0.08;
/** Being about what matters to whoever asks. */
const worthOfFocus = 1.2;
/** A statement of fewer words leaves open what it is about. */
const tellingStems = 9;
/** Another point of a section that has one already. */
const costOfSection = 0.12;

interface Rated {
  line: Line;
  index: number;
  worth: number;
}

/** The most telling statements of each document, word for word: those that are nearest to all others of their section, and not like each other. */
export async function summarizeByRules(
  input: SummarizeInput,
  embed: EmbedTexts | undefined,
): Promise<Concluded<SummaryResult>> {
  const excerpts = listExcerpts();
  const documents: SummaryResult["documents"] = [];
  for (const { document, chunks } of input.documents) {
    const lines = spread(linesOfDocument(chunks, input.locale).filter(isTelling));
    const chosen = await choose(lines, { focus: input.focus, embed });
    const points = chosen.map((line) => ({
      heading: line.heading === document.title ? null : line.heading,
      text: line.plain,
      proof: [excerpts.add(line.chunk, line)],
    }));
    documents.push({ version_id: document.version_id, title: document.title, points });
  }
  return { result: { action: "summarize", documents }, excerpts: excerpts.all(), inference: null, judge: "rules" };
}

/** Says something alone: no heading, question, announcement or piece of code. */
function isTelling({ kind, plain, announces, language, stems }: Line): boolean {
  if (kind === "heading" || kind === "code" || announces) return false;
  if (plain.length < shortest || plain.length > longest || stems.size < 4) return false;
  return !isQuestion(plain, language);
}

/** Evenly over the document when there are too many. */
function spread(lines: Line[]): Line[] {
  if (lines.length <= mostLines) return lines;
  return Array.from({ length: mostLines }, (_, place) => lines[Math.floor((place * lines.length) / mostLines)]).flatMap(
    (line) => line ?? [],
  );
}

async function choose(
  lines: Line[],
  { focus, embed }: { focus: string; embed: EmbedTexts | undefined },
): Promise<Line[]> {
  const near = tableOf(lines.length, await nearnessOf(lines, embed));
  const wanted = await focusOf(lines, focus, embed);
  const rated = lines.map((line, index): Rated => {
    const section = meanOf(
      lines,
      (other, place) => place !== index && other.heading === line.heading,
      (place) => near(index, place),
    );
    const whole = meanOf(
      lines,
      (_other, place) => place !== index,
      (place) => near(index, place),
    );
    const isFirst = lines[index - 1]?.heading !== line.heading;
    const fixes = fixesSomething(line);
    const worth =
      (section || whole) + worthOfWhole * whole + (isFirst ? worthOfFirst : 0) + (fixes ? worthOfFixing : 0);
    const fullness = Math.min(1, line.stems.size / tellingStems);
    return { line, index, worth: worth * fullness + worthOfFocus * (wanted[index] ?? 0) };
  });
  const count = Math.min(mostPoints, Math.max(fewestPoints, Math.round(lines.length / linesPerPoint)));
  return unlike(rated, near, count)
    .toSorted((one, other) => one.index - other.index)
    .map(({ line }) => line);
}

/** The worthiest, each as unlike those before it as can be. */
function unlike(rated: Rated[], near: (one: number, other: number) => number, count: number): Rated[] {
  const chosen: Rated[] = [];
  const rest = [...rated];
  while (chosen.length < count && rest.length > 0) {
    const worths = rest.map(({ index, worth, line }) => {
      const like = Math.max(0, ...chosen.map((other) => near(index, other.index)));
      const crowd = chosen.filter((other) => other.line.heading === line.heading).length;
      return worth - costOfRepeating * like - costOfSection * crowd;
    });
    const [best] = rest.splice(worths.indexOf(Math.max(...worths)), 1);
    if (best && !chosen.some(({ line }) => line.key === best.line.key)) chosen.push(best);
  }
  return chosen;
}

/** Each pair is asked for many times. */
function tableOf(size: number, near: (one: number, other: number) => number): (one: number, other: number) => number {
  const table = new Float32Array(size * size);
  for (let one = 0; one < size; one += 1)
    for (let other = one; other < size; other += 1)
      table[one * size + other] = table[other * size + one] = near(one, other);
  return (one, other) => table[one * size + other] ?? 0;
}

function meanOf(
  lines: Line[],
  counts: (line: Line, place: number) => boolean,
  value: (place: number) => number,
): number {
  let [sum, count] = [0, 0];
  for (const [place, line] of lines.entries()) {
    if (!counts(line, place)) continue;
    sum += value(place);
    count += 1;
  }
  return count === 0 ? 0 : sum / count;
}

/** Cosine of vectors, or of words by how rare they are. */
async function nearnessOf(
  lines: Line[],
  embed: EmbedTexts | undefined,
): Promise<(one: number, other: number) => number> {
  const vectors = await vectorsOf(
    lines.map(({ heading, plain }) => `${heading}\n${plain}`),
    embed,
  );
  if (vectors.length > 0 && vectors.every((vector) => vector !== null))
    return (one, other) => Math.max(0, cosineOf(vectors[one], vectors[other]));
  const counts = new Map<string, number>();
  for (const { stems } of lines) for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const weight = (stem: string) => Math.log(1 + lines.length / (counts.get(stem) ?? 1)) ** 2;
  const norms = lines.map(({ stems }) => Math.sqrt([...stems].reduce((sum, stem) => sum + weight(stem), 0)) || 1);
  return (one, other) => {
    let sum = 0;
    for (const stem of lines[one]?.stems ?? []) if (lines[other]?.stems.has(stem)) sum += weight(stem);
    return sum / ((norms[one] ?? 1) * (norms[other] ?? 1));
  };
}

async function focusOf(lines: Line[], focus: string, embed: EmbedTexts | undefined): Promise<number[]> {
  if (focus.trim() === "") return lines.map(() => 0);
  const [asked, ...vectors] = await vectorsOf(
    [focus, ...lines.map(({ heading, plain }) => `${heading}\n${plain}`)],
    embed,
  );
  return lines.map(({ stems, heading, language }, index) => {
    const words = new Set(contentStems(focus, language));
    const had = [...words].filter((word) => stems.has(word) || contentStems(heading, language).includes(word)).length;
    return Math.max(had / Math.max(1, words.size), cosineOf(asked, vectors[index]));
  });
}
