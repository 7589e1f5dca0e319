import { linesOfDocument } from "../../../../server/models/copilot/by-rules/lines.ts";
import {
  candidatesOf,
  contextOf,
  type Sentence,
  weighable,
} from "../../../../server/models/copilot/by-rules/weighed/candidates.ts";
import { readEnglish } from "../../../../server/models/copilot/by-rules/weighed/clauses.ts";
import type { Candidate } from "../../../../server/models/copilot/by-rules/weighed/signals.ts";
import type { StanceModel } from "../../../../server/models/copilot/by-rules/weighed/stance.ts";
import type { EmbedTexts } from "../../../../server/models/embeddings/port.ts";
import type { AuditList } from "../audit-set/apart.ts";
import type { AuditText } from "../audit-set/audit-text.ts";
import { policies } from "../audit-set/policies.ts";
import { texts } from "../audit-set/texts.ts";
import { documentOf } from "../read-documents.ts";
import type { StanceExample } from "./fit-stance.ts";
import { leisurePairs } from "./pairs/leisure.ts";
import { officePairs } from "./pairs/offices.ts";
import { publicLifePairs } from "./pairs/public-life.ts";
import { servicePairs } from "./pairs/services.ts";
import { shopPairs } from "./pairs/shops.ts";
import { travelPairs } from "./pairs/travel.ts";

/** A sentence with what it may speak of. */
export interface WeighedExample {
  candidates: Candidate[];
  isWrong: boolean;
  /** The line that it speaks of, where that is known. */
  line: string | null;
  weight: number;
  list: string;
  /** Which text of its list it is in. */
  text: string;
}

/** Pairs were written to be fitted on and are plainer than what people write; the own texts are what the rules were made by. */
const weights = { pairs: 0.2, own: 0.5, others: 1 };
const german: ReadonlySet<string> = new Set<AuditText["policy"]>(["telecom", "gym", "library", "versand"]);

interface Pair {
  domain: string;
  sign: string;
  line: string;
  wrong: string;
  right: string;
}

const pairs: Pair[] = Object.entries({
  ...travelPairs,
  ...shopPairs,
  ...servicePairs,
  ...publicLifePairs,
  ...leisurePairs,
  ...officePairs,
}).flatMap(([domain, rows]) =>
  rows
    .trim()
    .split("\n")
    .map((row) => {
      const [line = "", wrong = "", right = ""] = row.slice(2).split(" | ");
      return { domain, sign: row.slice(0, 1), line, wrong, right };
    }),
);

/** Each line, and the replies to it, where it binds or gives. */
export const stanceExamples: StanceExample[] = pairs
  .filter(({ sign }) => sign !== "=")
  .flatMap(({ domain, sign, line, wrong, right }) =>
    [line, right, wrong].map((text) => ({ domain, text, isKind: (sign === "+") === (text !== wrong) })),
  );

const domains = [...new Set(pairs.map(({ domain }) => domain))];

export interface ExamplesOptions {
  embed: EmbedTexts | undefined;
  /** For a domain of the pairs one that has not seen it; null for all other texts. */
  stance: (domain: string | null) => StanceModel;
}

export async function examplesOfPairs({ embed, stance }: ExamplesOptions): Promise<WeighedExample[]> {
  const found = domains.map(async (domain) => {
    const own = pairs.filter((pair) => pair.domain === domain);
    const replies = own.flatMap(({ line, wrong, right }) => [
      { line, text: wrong, isWrong: true },
      { line, text: right, isWrong: false },
    ]);
    const sentences = replies.map(({ text }) => sentenceOf(text, ""));
    const lines = linesOf(
      own.map(({ line }) => line),
      domain,
    );
    const { candidates } = await candidatesOf(sentences, lines, { embed, stance: () => stance(domain) });
    return replies.map(({ line, isWrong, text }, index) => ({
      ...{ candidates: candidates[index] ?? [], isWrong, line, weight: weights.pairs, list: "pairs" },
      text: `${domain} ${text}`,
    }));
  });
  return (await Promise.all(found)).flat();
}

export async function examplesOfList(
  list: AuditList,
  name: string,
  { embed, stance }: ExamplesOptions,
): Promise<WeighedExample[]> {
  const found = list.texts.map(async ({ policy, sentences }, text) => {
    const plain = sentences.map((sentence) => sentence.replace(/^!/, ""));
    const lines = linesOf(list.policies[policy] ?? [], policy);
    const read = plain.map((sentence, index) => sentenceOf(sentence, plain[index - 1] ?? ""));
    const { candidates } = await candidatesOf(read, lines, { embed, stance: () => stance(null) });
    return sentences.map((sentence, index) => ({
      ...{ candidates: candidates[index] ?? [], isWrong: sentence.startsWith("!"), line: null, list: name },
      weight: name === "own" ? weights.own : weights.others,
      text: `${policy} ${text}`,
    }));
  });
  return (await Promise.all(found)).flat();
}

/** The English texts of `audit-set`. */
export const ownTexts: AuditList = {
  policies: Object.fromEntries(Object.entries(policies).map(([name, content]) => [name, [content]])),
  texts: texts.filter(({ policy }) => !german.has(policy)),
};

function sentenceOf(plain: string, before: string): Sentence {
  const read = readEnglish(plain);
  return { ...read, start: 0, end: plain.length, ...contextOf(read, before) };
}

function linesOf(paragraphs: string[], title: string) {
  const { chunks } = documentOf(`# ${title}\n\n${paragraphs.join("\n\n")}`, { id: 1, title });
  return weighable(linesOfDocument(chunks, "en"));
}
