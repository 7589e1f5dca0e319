import { setImmediate as breathe } from "node:timers/promises";
import type { AuditInput } from "../../../copilot/ports.ts";
import type { Language } from "../../../text/language.ts";
import { sentenceSpans } from "../../../text/sentences.ts";
import { contentStems } from "../../../text/words.ts";
import { clausesOf, isAside } from "../../check/check-text.ts";
import { type Candidate, likeliest } from "../../check/judge.ts";
import { compareLines, type Nearness } from "../../check/nearness.ts";
import { readStatement, type Statement } from "../../check/statement.ts";
import type { EmbedTexts } from "../../extractive/meaning.ts";
import type { Stated } from "./changes.ts";
import { familyOf } from "./contradictions.ts";
import { type Fact, factsIn } from "./facts.ts";
import type { Line } from "./lines.ts";
import { plainOf } from "./plain.ts";

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
/** Lines this much worse than the best say nothing against it. */
const closeBehind = 0.15;

/** A line of a policy that may speak of what was said. */
export interface Near {
  line: Line;
  /** Which of the policies it is of. */
  target: number;
  /** How sure that is, 0 to 1. */
  alike: number;
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
      const { facts, statement } = withoutDuties(part);
      return { facts, statement, found: likeliest(statement, lines, languages) };
    });
    read.push({ ...span, asked });
  }
  const nearness = await compareLines(
    read.flatMap(({ asked }) => asked),
    embed,
  );
  return read.map(({ start, end, asked }) => ({ start, end, parts: asked.map((each) => partOf(each, nearness)) }));
}

/** What is free of charge and what is not may be one thing: the words of duties do not tell what a statement is about. */
function withoutDuties(statement: Statement): { statement: Statement; facts: Fact[] } {
  const facts = factsIn(statement.text, statement.language);
  const written = facts.filter(({ kind }) => kind === "obligation").map((fact) => fact.written);
  const duties = new Set(contentStems(written.join(" "), statement.language));
  const stems = statement.stems.filter((stem) => !duties.has(stem));
  return { statement: stems.length > 0 ? { ...statement, stems } : statement, facts };
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

function partOf({ statement, facts, found }: Asked, nearness: Nearness): Part {
  const near = found
    .map(({ line, coverage: own }) => ({ line, coverage: own + (sharesFamily(facts, line) ? worthOfFamily : 0) }))
    .map(({ line, coverage }) => ({ line, coverage, meant: Math.max(0, nearness.of(statement, line)) }))
    .filter(({ coverage, meant }) => coverage >= aligned || (coverage >= alignedWhenNear && meant >= nearMeaning))
    .map(({ line, coverage, meant }) => ({
      line,
      target: line.passage,
      alike: Math.min(
        1,
        coverage * (1 - worthOfNothingElse) + backwards(statement, line) * worthOfNothingElse + meant * shareOfMeaning,
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
