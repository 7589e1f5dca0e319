import type { GeneratedAnswer, GradeResult } from "../../assistant/ports.ts";
import { type CallResult, citable, hasTold } from "../../assistant/tool-ports.ts";
import { tierOf } from "../../grades/tier.ts";
import { clipSpan } from "../../text/sentences.ts";
import { toolCitation } from "../citations.ts";
import { cleanMarkdown } from "./clean-markdown.ts";

/** Longest quote a citation may carry (protocol/messages.ts). */
const maxQuoteChars = 300;
/**
 * The grade of an answer that a tool gave. By rule: the tool completed, and every argument that it requires stood in the visitor's words, the
 * page or who they are, so nothing was guessed. What is left is that the question wanted something else, which is measured where it is
 * decided (`propose-by-rules.ts`): less than one call in a hundred questions. It is no chance that was fitted, and on no calibration's scale.
 */
const gradeOfTold = 0.9;
/** Another call failed besides: a part of what was asked may be missing. Below every usual threshold. */
const gradeOfPart = 0.6;

/** Whether an answer by rules is what tools told, and not a quote of the documents. */
export function answersByTools(results: readonly CallResult[] = []): boolean {
  return results.some((result) => hasTold(result) && result.shown.trim() !== "");
}

/** What tools told, as people read it, each with the mark of its source. */
export function writeToolAnswer(results: readonly CallResult[]): GeneratedAnswer {
  const told = results.filter((result) => hasTold(result) && result.shown.trim() !== "");
  const cited = citable(told);
  const texts = told.map((result) => {
    const body = cleanMarkdown(result.shown).trim();
    const index = cited.indexOf(result) + 1;
    if (index === 0) return body;
    // The mark goes behind the last line, never into code or a table.
    return `${body}${/(?:```|~~~|\|)\s*$/.test(body) ? "\n\n" : " "}[${index}]`;
  });
  const citations = cited.map((result, index) => {
    const { start, end } = clipSpan(result.shown, { start: 0, end: result.shown.length }, maxQuoteChars);
    return toolCitation(index + 1, result, result.shown.slice(start, end));
  });
  return { text: texts.join("\n\n"), citations };
}

/** See `gradeOfTold`. */
export function gradeToolAnswer(results: readonly CallResult[]): GradeResult {
  const failed = results.filter((result) => !hasTold(result));
  const score = failed.length > 0 ? gradeOfPart : gradeOfTold;
  const names = [...new Set(results.filter(hasTold).flatMap(({ tool }) => tool.connection || []))];
  const from = names.length > 0 ? ` from ${names.join(", ")}` : "";
  const reason =
    failed.length > 0
      ? `Answered by a tool${from}; another call failed.`
      : `Answered by a tool${from}. The visitor gave every argument.`;
  const supported = results.filter(hasTold).map(({ shown }) => shown.slice(0, 200).toWellFormed());
  return {
    score,
    tier: tierOf(score),
    reason,
    supported,
    unsupported: [],
    missing: failed.map(({ tool }) => tool.title),
  };
}
