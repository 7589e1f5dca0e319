import type { CopilotAction } from "../../protocol/copilot.ts";
import { foldWord } from "../text/search-words.ts";
import {
  absorbing,
  askedHow,
  checkCues,
  checkedWhether,
  documentCues,
  documentNoun,
  followUp,
  keepsTo,
  notWanted,
  pointsAtText,
  preamble,
  questionStart,
  statesCase,
  strongCues,
  tellMe,
  textCues,
  textNoun,
  vague,
  wantedFact,
  yesOrNo,
} from "./intent-cues.ts";
import type { CopilotSaid, Intent } from "./ports.ts";
import { spelledOut } from "./spelled-out.ts";

/** How sure the kinds of evidence make; their distances are what `decide-intent.ts` decides by. */
const sure = { verb: 0.92, leaning: 0.85, question: 0.8, either: 0.72, noun: 0.65, loose: 0.5, hint: 0.35 };
/** Messages that may lend their action to a follow-up. */
const lookedBack = 5;
/** A longer message says itself what it wants. */
const maxFollowUpWords = 12;
/** Of a long message the beginning and the end say what is wanted; what lies between would only cost time. */
const readChars = { head: 1_500, tail: 500 };
/** Fewer words tell no case. */
const leastCaseWords = 4;
const leastFactWords = 3;
/** "The fee schedule" is a document and no fee. */
const namedDocument = new RegExp(`(?<!\\p{L})\\p{L}+ ${documentNoun.source}`, "gu");
/** Verbs that may ask for anything. */
const soft =
  /^(?:check|review|look|have a look|take a look|analy[sz]e|do (?:something|anything|it|this|that|these|the|same)|go|work|handle|open|read|pruf|schau|regarde|mira)\b|\b(?:anschauen|ansehen|angucken|durchsehen|durchgehen|offnen)\s*\??$/u;

type Scores = Partial<Record<CopilotAction, number>>;

interface Given {
  said: readonly CopilotSaid[];
  /** How many documents are mentioned. */
  documents: number;
  /** A text to be checked came with the message. */
  hasText: boolean;
}

/** Which action a message asks for, by its words alone; what was pasted in quotation marks or below a colon is no wish of the asker. */
export function classifyByRules(text: string, { said, documents, hasText }: Given): Intent {
  const { wish, hasQuote } = withoutQuotes(text);
  const folded = fold(wish);
  const facts = { documents, hasText: hasText || hasQuote, noun: documentNoun.test(folded), wish };
  const scores: Scores = {};
  for (const clause of clausesOf(folded)) raise(scores, scoresOf(clause, facts));
  leanOn(scores, folded, said);
  if (Object.keys(scores).length === 0) raise(scores, loose(folded, facts, lastActionOf(said)));
  return {
    actions: Object.entries(scores)
      .map(([action, confidence]) => ({ action: action as CopilotAction, confidence })) // keys of `Scores`
      .sort((one, other) => other.confidence - one.confidence),
  };
}

/**
 * Nothing is asked in so many words. A case that is told, and whatever follows an inquiry, is looked up, which needs nothing and hurts nobody;
 * a bare name or a verb such as "check" may mean anything.
 */
function loose(folded: string, { documents, noun, hasText }: Facts, last: CopilotAction | undefined): Scores {
  if (hasText) return { audit: soft.test(folded.replace(preamble, "")) ? sure.noun : sure.loose, inquire: sure.hint };
  const isVague = vague.test(folded) || soft.test(folded.replace(preamble, ""));
  const isCase = statesCase.test(folded) && folded.split(" ").length >= leastCaseWords;
  if (!isVague && (isCase || last === "inquire")) return { inquire: sure.noun };
  if (!noun && documents === 0) return {};
  return { summarize: sure.loose, inquire: sure.loose, ...(documents > 1 ? { compare: sure.loose } : {}) };
}

const request =
  /^(?:\p{L}+,? )?(?:(?:can|could|would|will) (?:you|u)|kannst du|konnen sie|peux-tu|pouvez-vous|puedes|podrias)\b/u;

interface Facts {
  documents: number;
  hasText: boolean;
  noun: boolean;
  wish: string;
}

function scoresOf(whole: string, facts: Facts): Scores {
  let clause = whole.replace(preamble, "").replace(notWanted, " ").trim();
  // "Can you do the FAQ?" is a request, whatever sign it ends with.
  if (request.test(whole)) clause = clause.replace(/(?<![\s?])[\s?]*\?$/u, "");
  const scores: Scores = {};
  for (const { pattern, action } of absorbing) {
    if (!pattern.test(clause)) continue;
    scores[action] = sure.verb;
    clause = clause.replace(pattern, " ");
    return scores;
  }
  if (clause === "") return scores;
  const isRequest = request.test(whole);
  const isQuestion = (!isRequest && !soft.test(clause) && questionStart.test(clause)) || tellMe.test(clause);
  if (askedHow.test(clause)) return { inquire: sure.question };
  for (const action of ["summarize", "compare", "audit"] as const)
    if (asksFor(action, clause, facts)) scores[action] = sure.verb;
  weighAudit(scores, clause, { ...facts, isQuestion });
  weighCompare(scores, clause, { ...facts, isQuestion });
  if (Object.keys(scores).length > 0) return scores;
  const isAboutText = textCues.test(clause) || (facts.noun && (pointsAtText.test(clause) || !saysAbout.test(clause)));
  if (facts.hasText && (isAboutText || isQuestion))
    return isAboutText || yesOrNo.test(clause)
      ? { audit: sure.question }
      : { inquire: sure.either, audit: sure.either };
  if (/^(?:and |but |und )?(?:what|how) about\b|^was ist mit\b/u.test(clause)) return {};
  if (isQuestion && !/\b(?:what can you do|who are you)\b/u.test(whole)) return { inquire: sure.question };
  // "Can you return a gift?" means anybody.
  if (isRequest && !soft.test(clause) && !vague.test(clause)) return { inquire: sure.noun };
  if (clause.split(" ").length >= leastFactWords && wantedFact.test(clause.replace(namedDocument, " ")))
    return { inquire: sure.noun };
  if (!clause.endsWith("?") || (facts.noun && clause.split(" ").length < leastCaseWords)) return {};
  return /\p{L}/u.test(clause) && !followUp.test(clause) && !vague.test(clause) ? { inquire: sure.noun } : {};
}

function asksFor(action: keyof typeof strongCues, clause: string, { noun, documents }: Facts): boolean {
  if (strongCues[action].some((cue) => cue.test(clause))) return true;
  return (noun || documents > 0) && documentCues[action].some((cue) => cue.test(clause));
}

/** A document is asked, not held against the text. */
const saysAbout = /\b(?:says?|said|mean|tell|steht|dit|dice)\b/u;

/** "Compare my answer with the policy": the text that came along is held against it. */
const ownCompared =
  // pattern-bound 4000: endsOf
  /\b(?:compar|vergleich)\p{L}* (?:my|this|it|mein\p{L}*|dies\p{L}*|das) (?:[\p{L}-]+ ){0,3}(?:with|to|against|mit)\b/u;

/** What is to be checked has to be there or be named: "are we compliant with the law" may simply be a question. */
function weighAudit(scores: Scores, clause: string, facts: Facts & { isQuestion: boolean }): void {
  const isOfText = facts.hasText || textNoun.test(clause);
  const keeps = facts.noun && yesOrNo.test(clause) && keepsTo.test(clause);
  if (scores.audit === undefined && isOfText && (keeps || checkCues.test(clause))) scores.audit = sure.verb;
  if (facts.hasText && ownCompared.test(clause)) {
    delete scores.compare;
    scores.audit = sure.verb;
  }
  if (scores.audit === undefined) return;
  if (!isOfText && checkedWhether.test(clause)) {
    delete scores.audit;
    scores.inquire = sure.question;
    return;
  }
  if (/\bbetween\b|\bzwischen\b|\bentre\b/u.test(clause)) scores.compare = sure.verb;
  else if (!isOfText && facts.isQuestion) {
    scores.audit = sure.either;
    scores.inquire = sure.either;
  } else if (scores.compare !== undefined && facts.hasText) delete scores.compare;
}

const oldOne = /\b(?:old|previous|former|earlier|alten?|vorige[nr]?|ancien(?:ne)?s?|antigua?|anterior)\b/u;
const newOne = /\b(?:new|current|latest|neuen?|aktuelle[nr]?|nouve(?:lle|aux|au)s?|nuev[ao]s?|actual)\b/u;
/** Words that set any two things against each other in a question, two plans as well as two documents. */
const inGeneral = /\b(?:differen(?:ces?|t|tly)|differs?|compar(?:e[sd]?|ing)|similarities|in common|changes? from)\b/u;

function weighCompare(scores: Scores, clause: string, facts: Facts & { isQuestion: boolean }): void {
  if (scores.compare === undefined) {
    const isPair = facts.noun && oldOne.test(clause) && newOne.test(clause);
    const isChoice = facts.documents > 1 && /\bwhich (?:one|of them)\b/u.test(clause);
    if (isPair || isChoice) scores.compare = sure.leaning;
    return;
  }
  if ((!facts.isQuestion && !statesCase.test(clause)) || !inGeneral.test(clause) || facts.documents > 1 || facts.noun)
    return;
  if (scores.summarize !== undefined || /^compar/u.test(clause)) return;
  // pattern-bound 4000: endsOf. Two names with capitals may be titles.
  const isNamed = /\bbetween (?:the |our )?\p{Lu}\S+ \p{Lu}\S+.* and (?:the |our )?\p{Lu}/u.test(facts.wish);
  scores.compare = isNamed ? sure.either : sure.loose;
  scores.inquire = isNamed ? sure.either : sure.question;
}

/** A follow-up takes over what was done last, unless it says itself what it wants. */
function leanOn(scores: Scores, folded: string, said: readonly CopilotSaid[]): void {
  const last = lastActionOf(said);
  if (!last || Math.max(0, ...Object.values(scores)) > sure.either) return;
  const isShort = folded.split(" ").length <= maxFollowUpWords;
  if (isShort && followUp.test(folded.replace(preamble, (polite) => (/now|then|just/.test(polite) ? polite : "")))) {
    for (const action of Object.keys(scores) as CopilotAction[]) delete scores[action]; // keys of `Scores`
    scores[last] = sure.leaning;
  }
}

function lastActionOf(said: readonly CopilotSaid[]): CopilotAction | undefined {
  return said.slice(-lookedBack).findLast(({ action }) => action !== null)?.action ?? undefined;
}

function raise(scores: Scores, more: Scores): void {
  for (const [action, confidence] of Object.entries(more) as [CopilotAction, number][]) // keys of `Scores`
    scores[action] = Math.max(scores[action] ?? 0, confidence);
}

/** Where a new wish begins. Between two names, "and" begins none. */
const clauseBreak =
  // pattern-bound 4000: endsOf
  /[.;!?]+\s+|\n+|(?<!\s),?\s+(?:and|und|et|y|then|dann)\s+(?=(?:then |also |please )?(?:summar|sum |compar|check|audit|verify|tell|explain|find|list|what|how|when|where|why|who|whether|is |are |does |do |can |fass|vergleich|pruf|sag|erklar|was |wie |wann |wo |ob ))/u;

function clausesOf(folded: string): string[] {
  const ends = /\?\s*$/u.test(folded) ? "?" : "";
  const clauses = folded.split(clauseBreak).filter((clause) => clause.trim() !== "");
  return clauses.map((clause, index) => (index === clauses.length - 1 ? clause : `${clause}${ends && "?"}`.trim()));
}

/** At least so many words in quotation marks are a text; fewer are a name. */
const quoteWords = 5;
const quoted = /["“”„«»]([^"“”„«»]{1,20000})["“”„«»]/gu;
/** A colon at the end of a line, with a text below it. */
const below = /:\s*\n[\s\S]{20,}$/u;

function withoutQuotes(text: string): { wish: string; hasQuote: boolean } {
  let hasQuote = false;
  const wish = text
    .replace(below, () => {
      hasQuote = true;
      return "";
    })
    .replace(quoted, (whole, inner: string) => {
      if (inner.trim().split(/\s+/u).length < quoteWords) return whole;
      hasQuote = true;
      return " ";
    });
  return { wish: endsOf(wish.normalize("NFKC")), hasQuote };
}

function endsOf(text: string): string {
  if (text.length <= readChars.head + readChars.tail) return text;
  return `${text.slice(0, readChars.head)}\n${text.slice(-readChars.tail)}`.toWellFormed();
}

function fold(text: string): string {
  const folded = text
    .replace(/[’‘`´]/gu, "'")
    .replace(/[¿¡]/gu, "")
    .replace(/[^\s]+/gu, (word) => foldWord(word))
    .replace(/[^\S\n]+/gu, " ")
    .trim();
  return spelledOut(folded);
}
