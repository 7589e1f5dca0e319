import type { AuditResult, Finding } from "../../../../protocol/copilot.ts";
import type { AuditInput, Concluded } from "../../../copilot/ports.ts";
import { languageOf } from "../../../text/language.ts";
import type { Span } from "../../../text/sentences.ts";
import { contentStems } from "../../../text/words.ts";
import type { EmbedTexts } from "../../embeddings/port.ts";
import { type ExcerptList, listExcerpts } from "../excerpts.ts";
import { type Contradiction, contradictionsOf, sharesValue } from "./contradictions.ts";
import { factsIn } from "./facts.ts";
import { type Line, linesOfDocument } from "./lines.ts";
import { missingCondition } from "./missing-condition.ts";
import { type Near, type Part, readAgainst, type Said } from "./read-against.ts";
import { bySense } from "./same-sense.ts";
import { weighable } from "./weighed/candidates.ts";
import { isQuoted, type Opposed, weighText } from "./weighed/weigh-text.ts";
import { wordsFor } from "./words.ts";

/** Findings of one result: more nobody works off. */
const mostFindings = 50;
/** A line that agrees in a value counts against one that contradicts and is not so much nearer. */
const leadOfAgreeing = 0.1;
/** A line so near to a statement has its words: what the rules find there counts whatever it weighs. */
const inItsWords = 0.95;
/** From here on a finding without words of its own is more than a hint. */
const surelyOpposed = 0.75;
/** With a smaller share of its statements in the policies a text is about something else. */
const leastMatched = 0.34;

/**
 * Statements of a text that a policy contradicts: in a number, a date, what is allowed or demanded, a negation or an opposite word, or by leaving
 * out a condition. It holds words against words and understands nothing, so each finding shows both sides; what the policies do not mention is none.
 */
export async function auditByRules(input: AuditInput, embed: EmbedTexts | undefined): Promise<Concluded<AuditResult>> {
  const policies = input.targets.map(({ chunks }) => linesOfDocument(chunks, input.locale));
  const lines = policies.flatMap((each, target) =>
    weighable(each).map((line) => inSenses({ ...line, passage: target })),
  );
  const languages = policies.map(([first]) => first?.language ?? ("other" as const));
  const kept = remembering(embed);
  const said = await readAgainst(input, { lines, languages, embed: kept });
  const language = languageOf(input.text, input.locale);
  const whole = language === "en" ? await weighText(input.text, lines.filter(isEnglish), kept) : null;
  const held: Held = {
    input,
    excerpts: listExcerpts(),
    all: new Set(bySense(contentStems(input.text, language), language)),
    opposed: whole && new Map(whole.opposed.map((each) => [each.start, each])),
  };
  const ruled = said.map((each) => ({ start: each.start, found: findingsOf(each, held) }));
  const known = new Set(ruled.filter(({ found }) => found.length > 0).map(({ start }) => start));
  const weighed = (whole?.opposed ?? [])
    .filter(({ start }) => !known.has(start))
    .map((each) => ({ start: each.start, found: [opposedOf(each, held)] }));
  const findings = [...ruled, ...weighed]
    .toSorted((one, other) => one.start - other.start)
    .flatMap(({ found }) => found);
  const isMatched = ({ start, parts }: Said) => parts.some(({ near }) => near.length > 0) || whole?.spokenOf.has(start);
  const matched = said.filter(isMatched).length;
  const listed = findings.slice(0, mostFindings).map((finding, index) => ({ ...finding, id: `finding-${index + 1}` }));
  return {
    result: {
      action: "audit",
      status: statusOf(listed, { statements: said.length, matched }),
      findings: listed,
      statements: said.length,
      matched,
    },
    excerpts: held.excerpts.all(),
    inference: listed.length === 0 ? null : Math.max(...listed.map(({ confidence }) => confidence)),
    judge: "rules",
  };
}

/** A line of a policy as a reply may speak of it: words of one sense as one, and what it fixes in loose words, too. */
function inSenses(line: Line): Line {
  const { stems, around, topic, language, plain } = line;
  const sensed = (all: ReadonlySet<string>) => new Set(bySense(all, language));
  return {
    ...line,
    stems: sensed(stems),
    around: sensed(around),
    topic: sensed(topic),
    facts: factsIn(plain, language, "loose"),
  };
}

function isEnglish({ language }: Line): boolean {
  return language === "en";
}

/** Sentences and lines are compared twice, their vectors made once. */
function remembering(embed: EmbedTexts | undefined): EmbedTexts | undefined {
  if (!embed) return undefined;
  const known = new Map<string, Float32Array>();
  return async (texts) => {
    const open = [...new Set(texts)].filter((text) => !known.has(text));
    const made = open.length > 0 ? await embed(open) : [];
    for (const [index, text] of open.entries()) {
      const vector = made[index];
      if (vector) known.set(text, vector);
    }
    return texts.flatMap((text) => known.get(text) ?? []);
  };
}

interface Held {
  input: AuditInput;
  excerpts: ExcerptList;
  /** Stems of the whole text. */
  all: ReadonlySet<string>;
  /** The sentences of an English text that English lines probably contradict, by where they begin; null for other languages. */
  opposed: ReadonlyMap<number, Opposed> | null;
}

type Unnumbered = Omit<Finding, "id">;

/** What contradicts a sentence as a whole or one of its clauses; if nothing does, a condition that it leaves out. */
function findingsOf(said: Said, held: Held): Unnumbered[] {
  const [whole, ...clauses] = said.parts;
  if (!whole) return [];
  // What the rules find in English has to be probable as a whole, too, or said in the words of the line.
  const counts = ({ line, alike }: Near) =>
    held.opposed === null || !isEnglish(line) || alike >= inItsWords || held.opposed.has(said.start);
  const found = [whole, ...clauses].flatMap((part) => clashesOf(part).filter(({ near }) => counts(near)));
  const told: string[] = [];
  const findings = found.flatMap(({ near, contradiction }) => {
    const { here, there } = contradiction.change;
    const words = here || there;
    // The sentence and its clause, or two policies, say the same.
    if (told.some((other) => other.includes(words) || words.includes(other))) return [];
    told.push(words);
    return [findingOf(said, { near, contradiction, held })];
  });
  return findings.length > 0 || held.opposed?.has(said.start) ? findings : missingOf(said, held);
}

/** The contradictions of the nearest line that contradicts, unless one that agrees is about as near. */
function clashesOf({ stated, near }: Part): { near: Near; contradiction: Contradiction }[] {
  const isVerbatim = isQuoted(
    stated.plain,
    near.map(({ line }) => line),
  );
  if (isVerbatim) return [];
  const judged = near.map((each) => ({
    near: each,
    contradictions: contradictionsOf(stated, each.line, { language: each.line.language, alike: each.alike }).filter(
      ({ change: { kind } }) => !each.isFar || kind === "number" || kind === "date",
    ),
    agrees: sharesValue(stated, each.line),
  }));
  const [opposing] = judged.filter(({ contradictions }) => contradictions.length > 0);
  if (!opposing) return [];
  const isOfValues = opposing.contradictions.every(({ change: { kind } }) => kind === "number" || kind === "date");
  // What names no value agrees with none.
  const agreeing = judged.find(({ contradictions, agrees }) => contradictions.length === 0 && (agrees || !isOfValues));
  const lead = agreeing?.agrees ? leadOfAgreeing : 0;
  if (agreeing && agreeing.near.alike + lead > opposing.near.alike) return [];
  return opposing.contradictions.map((contradiction) => ({ near: opposing.near, contradiction }));
}

function findingOf(
  said: Said,
  { near, contradiction, held }: { near: Near; contradiction: Contradiction; held: Held },
): Unnumbered {
  const { change, severity } = contradiction;
  const words = wordsFor(held.input.locale);
  return {
    ...placed(said, near, held),
    severity,
    kind: change.kind,
    consequence: words.consequence(change.kind, change),
    confidence:
      held.opposed?.get(said.start)?.confidence ??
      confidenceOf(near, change.kind === "number" || change.kind === "date"),
    changes: [change],
  };
}

/** What was weighed alone: in the words that the rules know, or as a whole. */
function opposedOf(opposed: Opposed, held: Held): Unnumbered {
  const { line, probability, confidence, contradictions } = opposed;
  const [known] = contradictions;
  const kind = known?.change.kind ?? "obligation";
  return {
    ...placed(opposed, { line, target: line.passage }, held),
    severity: known?.severity ?? (probability >= surelyOpposed ? "medium" : "low"),
    kind,
    consequence: wordsFor(held.input.locale).consequence(kind, known?.change ?? null),
    confidence,
    changes: known ? [known.change] : [],
  };
}

function missingOf(said: Said, held: Held): Unnumbered[] {
  const words = wordsFor(held.input.locale);
  for (const { statement, near } of said.parts) {
    const [best] = near;
    if (!best || missingCondition(statement.stems, best.line, held.all) === null) continue;
    const rest = {
      consequence: words.consequence("missing", null),
      confidence: confidenceOf(best, false) / 2,
      changes: [],
    };
    return [{ ...placed(said, best, held), severity: "low", kind: "missing", ...rest }];
  }
  return [];
}

/** What a finding says of both places, whatever was found there. */
function placed({ start, end }: Span, { line, target }: Pick<Near, "line" | "target">, { input, excerpts }: Held) {
  const there = excerpts.add(line.chunk, line);
  return {
    target_version_id: input.targets[target]?.document.version_id ?? line.chunk.version_id,
    theme: line.heading,
    here: { start, end, text: input.text.slice(start, end) },
    there,
    suggestion: wordsFor(input.locale).suggestion(excerpts.all()[there]?.text.replace(/\s+/g, " ") ?? ""),
  };
}

/** Values are told apart for sure; whether both speak of the same is not. */
function confidenceOf({ alike }: Near, isValue: boolean): number {
  return Math.round(Math.min(0.95, alike * (isValue ? 0.95 : 0.8)) * 100) / 100;
}

function statusOf(
  findings: readonly Finding[],
  { statements, matched }: { statements: number; matched: number },
): AuditResult["status"] {
  if (findings.some(({ severity }) => severity === "high")) return "violated";
  if (findings.length > 0) return "to_be_checked";
  return statements > 0 && matched / statements < leastMatched ? "unclear" : "in_line";
}
