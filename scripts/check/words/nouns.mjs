/** The parts of the product that people read, by their paths; the first that fits counts. */
const areas = {
  developers: /^(?:docs\/ARCHITECTURE|CONTRIBUTING)\.md$|\/README\.md$(?<!^docs\/.*)/,
  widget: /^widget\//,
  console: /^admin\//,
  "command line": /^(?:scripts|bin)\//,
  API: /^(?:server|protocol)\//,
  guide: /^(?:docs\/|README\.md|CHANGELOG\.md)/,
};

const screens = ["widget", "console"];
const everywhere = Object.keys(areas);
const products = everywhere.filter((area) => area !== "developers");
const forAgents = ["console", "command line", "API", "guide"];

/** The word for each thing, as in the glossary of docs/ARCHITECTURE.md, and the words that must not stand for it in an area. */
export const nouns = [
  { noun: "conversation", not: /\btickets?\b/i, in: ["widget"] },
  {
    noun: "ticket",
    not: /\b(?:conversations?|chats?) (?:is|was|are|were|gets?) (?:assigned|handed|escalated|snoozed|merged)\b/i,
    in: forAgents,
  },
  { noun: "team", not: /\b(?:a|the|real) (?:person|human)\b/i, in: screens },
  {
    noun: "team",
    not: /\b(?:ask(?:s|ed|ing)?|wait(?:s|ed|ing)?|handed|goes?|gone) (?:for|to) (?:a|the) person\b/i,
    in: everywhere,
  },
  { noun: "assistant", not: /\b(?:chat)?bots?\b/i, in: screens },
  { noun: "hand over", not: /\bescalat/i, in: screens },
  { noun: "return to AI", not: /\b(?:hand|give)(?:s|ed|n|ing)?[- ]back\b/i, in: everywhere },
  { noun: "assign", not: /\blet(?:s|ting)? (?:it |them |a ticket |the ticket )?go\b(?! of)/i, in: everywhere },
  { noun: "confidence", not: /\bgrad(?:e|es|ed|ing)\b/i, in: screens },
  { noun: "confidence threshold", not: /\b(?:above|below|beside|over|under|across) the line\b/i, in: everywhere },
  { noun: "hint", not: /\bguid(?:e|es|ed|ing|ance for) the AI\b/i, in: everywhere },
  { noun: "comparison group", not: /\bhold-outs?\b/i, in: ["console", "guide"] },
  { noun: "release", not: /\b(?:the|a|its) gate\b/i, in: everywhere },
  { noun: "test question", not: /\bregression questions?\b/i, in: everywhere },
  { noun: "canned reply", not: /\b(?:saved repl(?:y|ies)|reply templates?|macros?)\b/i, in: forAgents },
  { noun: "dry run", not: /\btrials?\b/i, in: screens },
  { noun: "workspace", not: /\btenants?\b/i, in: ["console"] },
  { noun: "set", not: /\bcollections?\b/i, in: products },
  { noun: "passage", not: /\bchunks?\b(?!\/)/i, in: screens },
  { noun: "reply-time target", not: /\blevels? of service\b/i, in: everywhere },
  { noun: "agent assist", not: /\baids\b/i, in: products },
  { noun: "erasure", not: /\bdatalife\b/i, in: products },
  { noun: "shutdown handler", not: /\blast resort\b/i, in: ["developers"] },
  { noun: "snooze", not: /\bput(?:s|ting)? off\b/i, in: everywhere },
  { noun: "authenticator app", not: /\b(?:(?<!authenticator )app on (?:your|a) phone|TOTP app)\b/i, in: everywhere },
  { noun: "sign in", not: /\b(?:log in|logged in|login)\b/i, in: screens },
  {
    noun: "e-mail",
    not: /(?<![-\w/.])(?:mails?|emails?)\b(?!\.\w|\/|-?box|:| (?:servers?|providers?|programs?|clients?|apps?)\b)/i,
    in: everywhere,
  },
];

/** The area of a file. */
export function areaOf(path) {
  return everywhere.find((area) => areas[area].test(path));
}
