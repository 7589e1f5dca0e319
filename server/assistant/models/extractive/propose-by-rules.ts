import { languageOf } from "../../../core/text/language.ts";
import { contentStems } from "../../../core/text/words.ts";
import { unitCosine } from "../../../core/vectors.ts";
import type { OfferedTool, ProposedCall, ToolInput } from "../../tool-ports.ts";
import type { EmbedTexts } from "../embeddings/port.ts";
import { findArguments, valuesIn } from "./find-arguments.ts";

/**
 * How near a question must be to one of a tool's examples, by the cosine of their vectors. Chosen on questions that no tool is for, those of
 * three sets of real ones (docs/benchmarks.md has the figures): below it, questions about the same subject come in.
 */
const nearEnough = 0.72;
/** The same by the words they share, where there are no vectors. */
const sharedEnough = 0.6;
/** Examples of a tool that are looked at. */
const mostExamples = 20;
/** A longer message is a story: what it wants is not said by its nearness to one sentence. */
const maxQuestionChars = 400;

/**
 * The call that a question asks for, found without a model: the tool whose example it is nearest to, if it is near enough and every argument
 * that the tool requires is plainly there. One at most, and none once a tool has told something: rules do not plan.
 */
export async function proposeByRules(
  { question, tools, results, notes, asker }: ToolInput & { question: string },
  { embed, locale }: { embed: EmbedTexts | undefined; locale: string },
): Promise<ProposedCall[]> {
  if (results.length > 0 || notes.length > 0 || question.length > maxQuestionChars) return [];
  // What cannot be called with what is there costs no comparison.
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

/** How near each tool is, 1 where it is just near enough. */
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

/** Numbers, addresses, names in braces and a tool's arguments are what a question is asked with, not what it asks. */
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

/** Share of words of meaning that two sentences have in common. */
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
