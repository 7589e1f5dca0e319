import type { AuditResult } from "../../protocol/copilot.ts";
import type { CopilotBody } from "../../protocol/copilot-talk.ts";
import { ModelFailure } from "../assistant/ports.ts";

/** Why a run came to nothing, in a sentence for its person. */
export function failureSentence(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return "This took too long and was stopped. Try again with fewer documents.";
  if (error instanceof ModelFailure)
    return error.kind === "budget"
      ? "The model budget is used up. Ask an admin to raise it or to choose the built-in copilot under Settings, Models."
      : "The model was unavailable or gave no usable answer. Try again.";
  return "Something went wrong on our side. Try again.";
}

/** What a run came to, in a sentence above the result. */
export function resultSentence(
  body: Omit<CopilotBody, "excerpts">,
  guessed: readonly { title: string }[] = [],
): string {
  const taken = named(guessed.map(({ title }) => `“${title}”`));
  const guess = guessed.length === 0 ? "" : `I took ${taken}. Not this one? Tag the right document with @. `;
  return `${guess}${sentenceOf(body)}`;
}

function sentenceOf({ result, documents, read, confidence }: Omit<CopilotBody, "excerpts">): string {
  const quotes = confidence.judge === "rules" ? withoutModel : "";
  const of = documents.length === 0 ? "the library" : named(documents.map(({ title }) => title));
  switch (result?.action) {
    case "summarize":
      return `Summary of ${of}.${quotes}`;
    case "compare": {
      const count = (kind: string) => result.rows.filter((row) => row.kind === kind).length;
      return `${plural(count("changed"), "difference")}, ${count("only_in_one")} only in one document, ${count("same")} the same.${quotes}`;
    }
    case "audit":
      if (result.status === "not_judged")
        return `${plural(result.statements, "statement")} beside the nearest policy section. ${plural(differing(result), "statement")} with other numbers or dates.${quotes}`;
      return `${plural(result.findings.length, "finding")} in ${plural(result.statements, "statement")}. The documents cover ${result.matched} of them.${quotes}`;
    default:
      return result?.answer === ""
        ? `Nothing in ${of} answers this.`
        : `From ${plural(read, "passage")} of ${of}.${quotes}`;
  }
}

const withoutModel =
  " No language model is set up, so this only quotes. An admin can choose a model under Settings, Models.";

function differing({ beside }: AuditResult): number {
  return beside.filter(({ changes }) => changes.length > 0).length;
}

/** Longest row of titles within a sentence. */
const mostNamed = 2;

function named(titles: readonly string[]): string {
  const unique = [...new Set(titles)];
  if (unique.length <= mostNamed) return unique.join(" and ");
  return `${unique.slice(0, mostNamed).join(", ")} and ${unique.length - mostNamed} more`;
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
