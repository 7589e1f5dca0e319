import type { ComparisonResult, CopilotResult } from "../../../protocol/copilot.ts";
import { markPattern } from "../../core/text/claims.ts";
import { shorten } from "../../core/text/shorten.ts";
import type { CopilotMessageRow } from "../store/copilot-messages.ts";
import { bodyOf } from "./views.ts";

/** Longest gist of a result, in UTF-16 units. */
const maxGistChars = 600;
/** Points of a document, lines of a comparison and findings of an audit that stand for the others. */
const mostPoints = 3;

/** What a message of the copilot came to, in a line or two of plain words; empty where it came to nothing. */
export function gistOf(row: Pick<CopilotMessageRow, "body">): string {
  const result = bodyOf(row)?.result;
  return result ? shorten(wordsOf(result).replace(markPattern, ""), maxGistChars - 1) : "";
}

function wordsOf(result: CopilotResult): string {
  switch (result.action) {
    case "inquire":
      return result.answer;
    case "summarize":
      return result.documents
        .map(({ title, points }) => `${title}: ${points.slice(0, mostPoints).map(textOf).join(" ")}`)
        .join(" ");
    case "compare":
      return [result.overview, ...weightiest(result)].filter((line) => line !== "").join(" ");
    case "audit":
      return result.findings
        .slice(0, mostPoints)
        .map(({ theme, consequence }) => `${theme}: ${consequence}`)
        .join(" ");
    default:
      return result satisfies never;
  }
}

function weightiest({ rows }: ComparisonResult): string[] {
  return rows
    .filter(({ kind }) => kind !== "same")
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, mostPoints)
    .map(({ aspect, cells }) => `${aspect}: ${cells.map(textOf).join(" / ")}`);
}

function textOf({ text }: { text: string }): string {
  return text;
}
