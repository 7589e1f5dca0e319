import type { InquiryResult } from "../../../../protocol/copilot.ts";
import type { GenerateInput, RetrievedChunk, TenantProfile } from "../../../assistant/ports.ts";
import type { Concluded, CopilotChunk, InquireInput } from "../../../copilot/ports.ts";
import { languageOf } from "../../../text/language.ts";
import { contentStems } from "../../../text/words.ts";
import { coverageOf, weighTerms } from "../../check/term-weights.ts";
import type { EmbedTexts } from "../../embeddings/port.ts";
import { readQuestion } from "../../extractive/confidence.ts";
import { ExtractiveAnswerer } from "../../extractive/extractive-answerer.ts";
import { type ExcerptList, listExcerpts, locateQuote } from "../excerpts.ts";

/** Below this grade a document says nothing to the question. */
const leastGrade = 0.2;
/** A document whose answer is worth less than this share of the best one's is left out. */
const leastShare = 0.6;
/** An answer that has this share of another's words says the same. */
const sameAnswer = 0.8;

interface Answered {
  /** Null of a page of the web. */
  version_id: string | null;
  title: string;
  text: string;
  proof: number[];
  grade: number;
}

/** Sentences of each document that answer a question, word for word, and all of them together, the best document first. */
export async function inquireByRules(
  input: InquireInput,
  embed: EmbedTexts | undefined,
  signal: AbortSignal,
): Promise<Concluded<InquiryResult>> {
  const excerpts = listExcerpts();
  const answered: Answered[] = [];
  for (const chunks of byVersion(input.chunks)) {
    const found = await answerOf(chunks, { input, embed, excerpts, signal });
    if (found) answered.push(found);
  }
  const ranked = answered.toSorted((one, other) => other.grade - one.grade);
  const best = ranked[0]?.grade ?? 0;
  const kept = ranked.filter(({ grade }) => grade >= best * leastShare);
  const { documents, used } = numbered(kept, excerpts);
  return {
    result: { action: "inquire", answer: withoutRepeats(documents, input.locale).join("\n\n"), documents },
    excerpts: used,
    inference: kept.length === 0 ? null : best,
    judge: "rules",
  };
}

function byVersion(chunks: readonly CopilotChunk[]): CopilotChunk[][] {
  const versions = new Map<string, CopilotChunk[]>();
  for (const chunk of chunks) versions.set(chunk.version_id, [...(versions.get(chunk.version_id) ?? []), chunk]);
  return [...versions.values()];
}

async function answerOf(
  chunks: CopilotChunk[],
  {
    input,
    embed,
    excerpts,
    signal,
  }: { input: InquireInput; embed: EmbedTexts | undefined; excerpts: ExcerptList; signal: AbortSignal },
): Promise<Answered | null> {
  // What it costs is nothing, and nobody waits for a first word.
  const answerer = new ExtractiveAnswerer({ recordCall: () => undefined, paceMs: 0, embed });
  const asked: GenerateInput = {
    question: input.question,
    history: [],
    chunks: retrieved(chunks, input),
    tenant: profile(input.locale),
  };
  const { score } = await answerer.assess(asked);
  if (score < leastGrade) return null;
  const answer = await answerer.generate(asked, () => undefined, signal);
  const places = answer.citations.flatMap(({ index, chunk_id, quote }) => {
    const chunk = chunks.find((each) => each.chunk_id === chunk_id);
    const span = chunk && locateQuote(chunk.text, quote);
    return chunk && span ? [{ index, place: excerpts.add(chunk, span) }] : [];
  });
  const [first] = chunks;
  if (answer.text === "" || places.length === 0 || !first) return null;
  const text = answer.text.replace(/\[(\d{1,2})\](?!\()/g, (mark, index: string) => {
    const found = places.find((each) => each.index === Number(index));
    return found ? `[${found.place + 1}]` : mark;
  });
  return {
    version_id: first.is_web ? null : first.version_id,
    title: first.title,
    text,
    proof: places.map(({ place }) => place),
    grade: score,
  };
}

/** As the search would have found them: by meaning where it looked for it, else by words. */
function retrieved(chunks: CopilotChunk[], { question, locale }: InquireInput): RetrievedChunk[] {
  const { stems, language } = readQuestion(question, languageOf(chunks[0]?.text ?? "", locale));
  const pieces = chunks.map(
    ({ title, heading, text }) => new Set(contentStems(`${title} ${heading ?? ""} ${text}`, language)),
  );
  const weights = weighTerms([...stems], pieces);
  return chunks
    .map(({ ordinal: _ordinal, similarity, ...chunk }, index) => {
      const coverage = coverageOf(weights, pieces[index] ?? new Set());
      const parts: Record<string, number> = similarity === null ? { coverage } : { coverage, vector: similarity };
      return { ...chunk, source: "", score: similarity === null ? coverage : (similarity + coverage) / 2, parts };
    })
    .toSorted((one, other) => other.score - one.score);
}

function profile(locale: string): TenantProfile {
  return { name: "", tone: "", locale, threshold: leastGrade, answer_mode: "verify_first" };
}

/** Excerpts in the order of the documents that are kept, and their marks by that. */
function numbered(kept: Answered[], excerpts: ExcerptList) {
  const order = [...new Set(kept.flatMap(({ proof }) => proof))];
  const documents = kept.map(({ version_id, title, text, proof }) => ({
    version_id,
    title,
    text: text.replace(/\[(\d{1,4})\](?!\()/g, (_mark, index: string) => `[${order.indexOf(Number(index) - 1) + 1}]`),
    proof: proof.map((place) => order.indexOf(place)),
  }));
  return { documents, used: order.flatMap((place) => excerpts.all()[place] ?? []) };
}

/** Each text that says something the ones before it do not. */
function withoutRepeats(documents: InquiryResult["documents"], locale: string): string[] {
  const kept: Set<string>[] = [];
  return documents.flatMap(({ text }) => {
    const stems = new Set(contentStems(text.replace(/\[\d+\]/g, " "), languageOf(text, locale)));
    const isRepeat = kept.some(
      (other) => [...stems].filter((stem) => other.has(stem)).length >= stems.size * sameAnswer,
    );
    if (isRepeat) return [];
    kept.push(stems);
    return [text];
  });
}
