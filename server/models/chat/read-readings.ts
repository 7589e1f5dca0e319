import type { Reading } from "../../assistant/ports.ts";
import { cut } from "../../text/shorten.ts";
import { ambiguousMark } from "../prompts.ts";

const maxReadings = 3;
/** Longer lines are explanations. */
const maxReadingChars = 300;
const maxLabelChars = 80;

/** The readings below the mark; null when the model made one question of it. Fewer than two, or more than three, are none. */
export function readReadings(text: string): Reading[] | null {
  const [first = "", ...rest] = text.trim().split(/\r?\n/);
  if (first.replace(/[^A-Za-z_]/g, "") !== ambiguousMark) return null;
  const questions = rest
    .map((line) => line.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, "").trim())
    .filter((line) => line !== "" && line.length <= maxReadingChars);
  const distinct = [...new Map(questions.map((question) => [question.toLowerCase(), question])).values()];
  if (distinct.length < 2 || distinct.length > maxReadings) return [];
  return distinct.map((question) => ({ question, label: cut(question, maxLabelChars - 1) }));
}
