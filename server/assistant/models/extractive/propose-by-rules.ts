import { languageOf } from "../../../core/text/language.ts";
import { contentStems } from "../../../core/text/words.ts";
import { unitCosine } from "../../../core/vectors.ts";
import type { OfferedTool, ProposedCall, ToolInput } from "../../tool-ports.ts";
import type { EmbedTexts } from "../embeddings/port.ts";
import { findArguments, valuesIn } from "./find-arguments.ts";

/**
 * Minimum cosine between a question and one of a tool's examples. Chosen on questions that need no tool, from three sets of real questions
 * (figures in docs/benchmarks.md). With a lower limit, questions that are only about the same subject would match.
 */
const nearEnough = 0.72;
/** The same limit for the share of common words, without vectors. */
const sharedEnough = 0.6;
/** Examples compared per tool. */
const mostExamples = 20;
/** Longer messages are not compared: the similarity to one sentence says little about their request. */
const maxQuestionChars = 400;

/**
 * Finds the call that a question asks for, without a model: the tool with the nearest example, if it is near enough and every required
 * argument is found. At most one call, and none after a tool has returned a result, because rules do not plan.
 */
export async function proposeByRules(
  { question, tools, results, notes, asker }: ToolInput & { question: string },
  { embed, locale }: { embed: EmbedTexts | undefined; locale: string },
): Promise<ProposedCall[]> {
  if (results.length > 0 || notes.length > 0 || question.length > maxQuestionChars) return [];
  // A tool without its required arguments is not compared.
  const callable = tools.flatMap((tool) => {
    const given = tool.examples.length === 0 ? null : findArguments(tool, { question, asker });
    return given ? [{ tool, given }] : [];
  });
  if (callable.length === 0) return [];
  const near = await nearness(
    question,
    callable.map(({ tool }) => tool),
    { embed, locale },
  );
  const best = near.indexOf(Math.max(...near));
  const chosen = callable[best];
  if (chosen === undefined || (near[best] ?? 0) < 1) return [];
  return [{ id: "rules", name: chosen.tool.name, arguments: chosen.given }];
}

/** Similarity of each tool to the question; 1 is the minimum for a call. */
export async function nearness(
  question: string,
  tools: readonly Pick<OfferedTool, "examples" | "argument_sources">[],
  { embed, locale }: { embed: EmbedTexts | undefined; locale: string },
): Promise<number[]> {
  const pairs = tools.map((tool) => ({
    asked: withoutValues(question, tool),
    examples: tool.examples.slice(0, mostExamples).map((example) => withoutValues(example, tool)),
  }));
  const texts = [...new Set(pairs.flatMap(({ asked, examples }) => [asked, ...examples]))];
  const vectors = embed ? await embed(texts).catch(() => []) : [];
  const vectorOf = new Map(texts.map((text, index) => [text, vectors[index]]));
  return pairs.map(({ asked, examples }) => {
    const own = vectorOf.get(asked);
    if (!own) return best(examples.map((example) => shared(asked, example, locale))) / sharedEnough;
    return best(examples.map((example) => unitCosine(own, vectorOf.get(example)))) / nearEnough;
  });
}

/** Removes numbers, addresses, names in braces and a tool's arguments, which say nothing about the kind of question. */
function withoutValues(text: string, tool: Pick<OfferedTool, "argument_sources">): string {
  const values = valuesIn(text, tool);
  const bare = values
    .reduce((left, value) => left.replace(value, " "), text)
    .replace(/\{\{?[^{}]*\}?\}/g, " ")
    .replace(/(?<!\S)\S*@\S+/g, " ")
    .replace(/(?<![#\p{L}-])[#\p{L}-]*\d[\p{L}\d.,:/-]*/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return bare === "" ? text : bare;
}

/** Share of content words that two sentences have in common. */
function shared(one: string, other: string, locale: string): number {
  const language = languageOf(one, locale);
  const own = new Set(contentStems(one, language));
  const theirs = new Set(contentStems(other, language));
  const both = [...own].filter((stem) => theirs.has(stem)).length;
  const all = own.size + theirs.size - both;
  return all === 0 ? 0 : both / all;
}

function best(values: readonly number[]): number {
  return Math.max(0, ...values);
}
