import { setImmediate as breathe } from "node:timers/promises";
import type { AuditInput } from "../../../copilot/ports.ts";
import type { Language } from "../../../text/language.ts";
import { sentenceSpans } from "../../../text/sentences.ts";
import { contentStems } from "../../../text/words.ts";
import { clausesOf, isAside } from "../../check/check-text.ts";
import { type Candidate, likeliest } from "../../check/judge.ts";
import { readStatement, type Statement } from "../../check/statement.ts";
import type { EmbedTexts } from "../../embeddings/port.ts";
import type { Stated } from "./changes.ts";
import { familyOf } from "./contradictions.ts";
import { type Fact, factsIn } from "./facts.ts";
import type { Line } from "./lines.ts";
import { type Meanings, meaningsOf } from "./meanings.ts";
import { plainOf } from "./plain.ts";
import { bySense } from "./same-sense.ts";

/** Statements between two looks at what else the process has to do. */
const breathAfter = 4;
/**
 * A line speaks of the same as a statement when it has this share of its words, by weight, and with less when the meaning is near. Chosen on the
 * half for tuning of `scripts/eval/copilot/audit-set`.
 */
const aligned = 0.5;
const alignedWhenNear = 0.4;
const nearMeaning = 0.72;
/** Meaning counts this much beside the words. */
const shareOfMeaning = 0.25;
/** Both have an amount of money, a stretch of time, a date. */
const worthOfFamily = 0.08;
/** A line that says little else counts more than one that mentions the matter. */
const worthOfNothingElse = 0.1;
/** By meaning alone: so far above what is usual, at most so many, and as far behind the nearest. */
const leastAbove = 0.28;
const mostNearest = 2;
const closeToNearest = 0.08;
const worthOfNearest = 0.1;
/** What is told by words such as "may" needs more: a cosine of so much, or with a share of the words. */
const nearWithout = 0.5;
const someWords = 0.2;
const nearWithWords = 0.42;
/** Lines this much worse than the best say nothing against it. */
const closeBehind = 0.15;

/** A line of a policy that may speak of what was said. */
export interface Near {
  line: Line;
  /** Which of the policies it is of. */
  target: number;
  /** How sure that is, 0 to 1. */
  alike: number;
  /** Only near enough for values of one sort to be held against each other: other words say less. */
  isFar: boolean;
}

/** A sentence, or a clause of it, with the lines that speak of the same, the nearest first. */
export interface Part {
  statement: Statement;
  stated: Stated;
  near: Near[];
}

/** A sentence of the text: as a whole, then by its clauses. */
export interface Said {
  start: number;
  end: number;
  parts: Part[];
}

interface Asked {
  statement: Statement;
  facts: Fact[];
  found: Candidate<Line>[];
  /** The lines that are nearest in meaning, when they are near enough to speak of the same whatever their words. */
  nearest?: Line[];
}

/** The sentences of a text that state something, each with what policies say to it. @param lines of all policies, `passage` is which */
export async function readAgainst(
  { text, locale }: Pick<AuditInput, "text" | "locale">,
  { lines, languages, embed }: { lines: Line[]; languages: Language[]; embed: EmbedTexts | undefined },
): Promise<Said[]> {
  const read: { start: number; end: number; asked: Asked[] }[] = [];
  for (const [index, span] of sentenceSpans(text).entries()) {
    if (index % breathAfter === 0) await breathe();
    const whole = readStatement(plainOf(text.slice(span.start, span.end)), locale);
    if (!/[\p{L}\p{N}]{2}/u.test(whole.text) || isAside(whole)) continue;
    const parts = [whole, ...clausesOf(whole, locale).map((clause) => readStatement(clause, locale))];
    const asked = parts.map((part) => {
      const { facts, statement } = withoutFacts(part);
      return { facts, statement, found: likeliest(statement, lines, languages) };
    });
    read.push({ ...span, asked });
  }
  const all = read.flatMap(({ asked }) => asked);
  const meanings = await meaningsOf(
    all.map(({ statement }) => statement.text),
    likeliestFirst(lines, all),
    embed,
  );
  return read.map(({ start, end, asked }) => ({
    start,
    end,
    parts: asked.map((each) => partOf(withNearest(each, lines, meanings), meanings)),
  }));
}

/** What is free of charge and what is not may be one thing: the words of duties and of amounts do not tell what a statement is about. */
function withoutFacts(statement: Statement): { statement: Statement; facts: Fact[] } {
  const facts = factsIn(statement.text, statement.language, "loose");
  // What is counted is what the statement is about: "30 books".
  const written = facts.filter(({ sort }) => !sort.startsWith("count")).map((fact) => fact.written);
  const fixed = new Set(contentStems(written.join(" "), statement.language));
  const told = statement.stems.filter((stem) => !fixed.has(stem));
  const stems = bySense(told.length > 0 ? told : statement.stems, statement.language);
  return { statement: { ...statement, stems }, facts };
}

function sharesFamily(facts: readonly Fact[], line: Line): boolean {
  return facts.some(
    (fact) => fact.kind !== "obligation" && line.facts.some((each) => familyOf(each) === familyOf(fact)),
  );
}

/** Share of the line's words that the statement has. */
function backwards({ stems }: Statement, line: Line): number {
  return stems.filter((stem) => line.topic.has(stem)).length / Math.max(1, line.topic.size);
}

/** Texts of the lines that share most words with any statement, then of all others. */
function likeliestFirst(lines: readonly Line[], asked: readonly Asked[]): string[] {
  const best = new Map<Line, number>();
  for (const { found } of asked)
    for (const { line, coverage } of found) best.set(line, Math.max(best.get(line) ?? 0, coverage));
  return lines.toSorted((one, other) => (best.get(other) ?? 0) - (best.get(one) ?? 0)).map(({ plain }) => plain);
}

/** With the lines that are nearest in meaning, whatever their words. */
function withNearest(asked: Asked, lines: readonly Line[], meanings: Meanings): Asked {
  const { statement, found } = asked;
  const rated = lines
    .map((line) => ({ line, above: meanings.above(statement.text, line.plain) }))
    .filter(({ above }) => above >= leastAbove)
    .toSorted((one, other) => other.above - one.above)
    .slice(0, mostNearest);
  const [best] = rated;
  if (!best) return asked;
  const nearest = rated.filter(({ above }) => above >= best.above - closeToNearest).map(({ line }) => line);
  const added = nearest.filter((line) => !found.some((each) => each.line === line));
  return {
    ...asked,
    nearest,
    found: [...found, ...added.map((line) => ({ line, language: line.language, coverage: 0 }))],
  };
}

function partOf({ statement, facts, found, nearest = [] }: Asked, meanings: Meanings): Part {
  const near = found
    .map(({ line, coverage: own }) => ({ line, coverage: own + (sharesFamily(facts, line) ? worthOfFamily : 0) }))
    .map(({ line, coverage }) => ({ line, coverage, meant: Math.max(0, meanings.of(statement.text, line.plain)) }))
    .filter(
      ({ line, coverage, meant }) =>
        coverage >= aligned || (coverage >= alignedWhenNear && meant >= nearMeaning) || nearest.includes(line),
    )
    .map(({ line, coverage, meant }) => ({
      line,
      target: line.passage,
      isFar: coverage < alignedWhenNear && meant < (coverage >= someWords ? nearWithWords : nearWithout),
      alike: Math.min(
        1,
        Math.max(
          coverage * (1 - worthOfNothingElse) +
            backwards(statement, line) * worthOfNothingElse +
            meant * shareOfMeaning,
          nearest.includes(line) ? meant + worthOfNearest : 0,
        ),
      ),
    }))
    .toSorted((one, other) => other.alike - one.alike);
  const best = near[0]?.alike ?? 0;
  return {
    statement,
    stated: { plain: statement.text, facts },
    near: near.filter(({ alike }) => alike >= best - closeBehind),
  };
}
