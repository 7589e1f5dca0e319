import type { Reading } from "../../assistant/ports.ts";

/** One thing is meant, and it is not named. */
const pointsAtOne = /\b(?:it|its|it's|that one|this one|the one)\b/i;
/** Several are meant, or the message chooses itself. */
const pointsAtAll = /\b(?:they|them|their|both|each|either|these|those|first|second|former|latter|other|which)\b/i;
/** Messages that put two things side by side. */
const pairs = [
  /\b(?:difference|differences|choose|decide|switch|compare)\s+between\s+(.+?)\s+(?:and|or)\s+(.+?)\s*[?.!]*$/i,
  /\bcompare\s+(.+?)\s+(?:and|with|to)\s+(.+?)\s*[?.!]*$/i,
  /^(.+?)\s+(?:vs\.?|versus)\s+(.+?)\s*[?.!]*$/i,
];
/** Longer than this is a clause and no name. */
const maxNameWords = 5;

/**
 * The things that "it" may mean, when the visitor's last message put two of them side by side: "What is the difference between
 * Basic and Pro?", then "How much is it?". Empty otherwise.
 */
export function candidatesOf(question: string, earlier: string[]): Reading[] {
  if (!pointsAtOne.test(question) || pointsAtAll.test(question)) return [];
  const last = earlier.at(-1) ?? "";
  for (const pair of pairs) {
    const [, one, other] = pair.exec(last.trim()) ?? [];
    const names = [nameOf(one), nameOf(other)];
    if (names.some((name) => name === "" || name.split(" ").length > maxNameWords)) continue;
    if (names.some((name) => question.toLowerCase().includes(name.toLowerCase()))) return [];
    return names.map((label) => ({ label, question: `${question.trim()} (${label})` }));
  }
  return [];
}

function nameOf(text = ""): string {
  return text.replace(/^(?:the|a|an|your)\s+/i, "").trim();
}
