import type { Reading } from "../../assistant/ports.ts";

/** One thing is meant, and it is not named. */
const pointsAtOne = /\b(?:it|its|it's|that one|this one|the one)\b/i;
/** Several are meant, or the message chooses itself. */
const pointsAtAll = /\b(?:they|them|their|both|each|either|these|those|first|second|former|latter|other|which)\b/i;
/** Messages that put two things side by side. */
const pairs = [
  // pattern-bound 300: maxMessageChars
  /\b(?:difference|differences|choose|decide|switch|compare) between (.+?) (?:and|or) (.+)$/i,
  // pattern-bound 300: maxMessageChars
  /\bcompare (.+?) (?:and|with|to) (.+)$/i,
  /^(.+?) (?:vs\.?|versus) (.+)$/i,
];
/** A longer message says more than two names. */
const maxMessageChars = 300;
/** Longer than this is a clause and no name. */
const maxNameWords = 5;

/**
 * The things that "it" may mean, when the visitor's last message put two of them side by side: "What is the difference between
 * Basic and Pro?", then "How much is it?". Empty otherwise.
 */
export function candidatesOf(question: string, earlier: string[]): Reading[] {
  if (!pointsAtOne.test(question) || pointsAtAll.test(question)) return [];
  const last = earlier.at(-1) ?? "";
  if (last.length > maxMessageChars) return [];
  const plain = last
    .replace(/\s+/g, " ")
    .replace(/(?<![\s?.!])[\s?.!]+$/, "")
    .trim();
  for (const pair of pairs) {
    const [, one, other] = pair.exec(plain) ?? [];
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
