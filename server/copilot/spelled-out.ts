import { fuzzy } from "fast-fuzzy";

/** How people in a hurry write what the rules know in full. Keys and values are folded. */
const short: Readonly<Record<string, string>> = {
  ...{ pls: "please", plz: "please", plse: "please", u: "you", ur: "your", thx: "thanks", ty: "thanks", bc: "because" },
  ...{ gimme: "give me", lemme: "let me", wanna: "want to", gonna: "going to", gotta: "have to", cust: "customer" },
  ...{ ive: "i've", dont: "don't", doesnt: "doesn't", didnt: "didn't", cant: "can't", wont: "won't" },
  ...{ isnt: "isn't", arent: "aren't", wasnt: "wasn't", hasnt: "hasn't", havent: "haven't", couldnt: "couldn't" },
  ...{ doublecheck: "double-check", crosscheck: "cross-check", factcheck: "fact-check", tldr: "tl;dr" },
  ...{ compair: "compare", infos: "info", bulletpoint: "bullet point", bulletpoints: "bullet points" },
};
/** "What's" and "whats" are "what is". */
const contracted = /(?<![\p{L}\p{N}'])(what|where|who|how|when|that|there|here)'?s(?![\p{L}\p{N}'])/gu;
const withSlash = /(?<![\p{L}\p{N}])w\/(o(?![\p{L}\p{N}]))?\s?/gu;

/**
 * Verbs and nouns by which an action is asked for and that no other common word is a letter away from: "compliant" and "contrast" are missing here,
 * since a complaint and a contract are meant more often.
 */
const known = new Set(
  "summarize summarise summarized summarised summarizing summarising summary summaries overview takeaway takeaways highlights compare compares compared comparing comparison comparisons difference differences different contradict contradicts contradiction contradictions consistent violate violates violation violations vergleich vergleiche vergleichen unterschied unterschiede unterschieden zusammen zusammenfassen zusammenfassung uberblick widerspricht widersprechen".split(
    " ",
  ),
);
/** A slip in seven letters is 0.857; shorter words have too many neighbours. */
const leastAlike = 0.85;
const leastChars = 6;

/** Folded text with short forms written out, and slips in words that ask for an action mended. */
export function spelledOut(folded: string): string {
  return folded
    .replace(contracted, "$1 is")
    .replace(withSlash, (_whole, o?: string) => (o ? "without " : "with "))
    .replace(/[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*/gu, (word) => short[word] ?? mended(word));
}

function mended(word: string): string {
  if (word.length < leastChars || known.has(word)) return word;
  let best = { word, score: leastAlike };
  for (const each of known) {
    if (each[0] !== word[0] || Math.abs(each.length - word.length) > 1) continue;
    const score = fuzzy(word, each, { useSellers: false, ignoreSymbols: false });
    if (score > best.score) best = { word: each, score };
  }
  return best.word;
}
