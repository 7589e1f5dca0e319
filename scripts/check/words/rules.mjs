import { areaOf, nouns } from "./nouns.mjs";

/** Words and phrases that are hard to read, from the project's style guide, each with better words. */
export const wordRules = [
  // Clauses in place of nouns.
  rule(/^(?:Who|Whom|Whose|What|Which)\b(?! about\b| if\b| to\b)[^?]*$/, "a noun or a full sentence", {
    isSentence: true,
  }),
  rule(/^(?:In|By|To|With|From|For|Of|On) wh(?:ich|om)\b[^?]*$/, "a full sentence", { isSentence: true }),
  rule(/^(?:That (?:were|have)|Who (?:were|was|have|has|had|are))\b(?=[^?]*$)/, "a full sentence", {
    isSentence: true,
  }),
  rule(/^(?:Of (?:these|those|all)|Such as)\b/, "subject, verb, object", { isSentence: true }),
  rule(/^Empty: /, '"Leave empty to …"', { isSentence: true }),
  rule(/\bwho(?:m)?ever\b/i, '"anyone who", "the user who", or a noun'),
  rule(/\bwhom\b/i, "a sentence with a subject"),
  rule(
    /\b(?:of|from|with|by|beside|behind|than|into) what (?:is|was|are|were|has|had|it|they|came|comes)\b/i,
    "a noun",
  ),
  rule(/\bhow long what\b/i, '"retention"'),
  rule(/\bof th(?:ese|ose)\b(?! (?:\w+ ){0,2}\w+s\b)/i, "the noun itself"),
  // Verbs with too many meanings.
  rule(/(?<!\bit )\bstands\b(?! (?:for|out)\b)/i, '"is" or the exact verb'),
  rule(/\bstand (?:here|there|beside|in|on|at|behind)\b/i, '"is" or the exact verb'),
  rule(/\bgoes\b(?! (?:to|live|wrong|down|up|offline|away|online|through)\b)/i, "the exact verb"),
  rule(/\bgo(?:es|ing)? along\b/i, '"is sent with", "is included"'),
  rule(/\blies\b/i, '"is"'),
  rule(/\b(?:is|are|was|were|be|been|being) told\b/i, 'name who tells: "Parley notifies …"'),
  rule(/\b(?:is|was|were) said\b/i, "name who says it"),
  rule(/\b(?:is|are|was|were|be|been) looked (?:at|through)\b/i, '"is checked"'),
  rule(/\b(?:called|named|written|spelled|kept|answered) so\b/i, '"like this"'),
  rule(
    /\b(?:that|which|it|file|line|body|message|page|header|error|log) names (?:the|a|an|it|them|each|every|no)\b/i,
    '"lists", "specifies", "shows"',
  ),
  rule(/\bt(?:ake|akes|aken|aking) (?:in|along)\b/i, '"import", "include"'),
  rule(/\bt(?:ake|akes|aken|aking) (?:up|over) (?:what|by)\b/i, "the exact verb"),
  rule(/\bc(?:ame|omes?) of (?:it|them|that)\b/i, '"the result"'),
  rule(
    /\b(?:comes?|goes?|leaves?|happens?|ends?|runs?|starts?|begins?|removed|fetched|made|sent|done|changes?) (?:by itself|by themselves)\b/i,
    '"automatically"',
  ),
  // Words with a standard word.
  rule(/(?<![-#\w])set-ups?\b(?!-)/i, '"setup" (noun) or "set up" (verb)'),
  rule(/\b(?:to|can|must|please) setup\b/i, '"set up"'),
  rule(/\bmend(?:s|ed|ing)?\b/i, '"fix"'),
  rule(/\blately\b/i, '"recently"'),
  rule(/\bin vain\b/i, '"without success"'),
  rule(/\banew\b/i, '"again"'),
  rule(/\bthereof\b/i, "the noun itself"),
  rule(/\bfor ever\b/i, '"forever"'),
  rule(/\b(?:is|are|were|was) at work\b/i, '"is running"'),
  rule(/\bnothing is called\b/i, '"No matches."'),
  rule(/\bnobody is called\b/i, '"No matches."'),
  rule(/\b(?:nine|nineteen|ninety) (?:of|in|out of) (?:ten|twenty|hundred)\b/i, '"90th percentile"'),
  rule(/\bone an? (?:line|page|row|file|table|job|screen|model)\b/i, '"one per line"'),
  rule(/\bthe own\b/i, '"your own"'),
  rule(/\bpatiently\b/i, '"retry", "poll"'),
  ...nouns.map(({ noun, not, in: inAreas }) => rule(not, `"${noun}"`, { inAreas })),
];

/** `{word, instead}` of each rule that a text breaks. */
export function findWords(path, text) {
  const isSentenceOf = text.split(/(?<=[.!?:])\s+(?=\p{Lu})|\s[–—]\s/u);
  const area = areaOf(path);
  return wordRules.flatMap(({ pattern, instead, isSentence, inAreas }) => {
    if (inAreas && !inAreas.includes(area)) return [];
    const found = (isSentence ? isSentenceOf : [text]).map((part) => pattern.exec(part)).find(Boolean);
    return found ? [{ word: found[0].slice(0, 60), instead }] : [];
  });
}

function rule(pattern, instead, options = {}) {
  return { pattern, instead, ...options };
}
