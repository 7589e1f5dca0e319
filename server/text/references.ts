import { isUnspaced, type Language, languageOf, tableOf } from "./language.ts";
import { ownerIn } from "./owner.ts";
import { contentCount, wordsOf } from "./words.ts";

/** Fewer words of meaning behind a link are the rest of a thought. */
const minLinkedWords = 2;
/** A reply with as many words of meaning tells a matter of its own. */
const minReplyWords = 5;
/** Behind "what about" so many words of meaning are a whole subject. */
const minOpenedWords = 4;
/** Without rules for a language short messages are taken to lean on what was said before. */
const minWordsWithoutRules = 3;
/** Words of meaning in the sentences before, from which on they tell what "the other one" is. */
const minToldWords = 3;
/** A longer message is no question for a definition. */
const maxDefinitionChars = 300;

/**
 * Whether a message leans on what was said before. Careful on purpose: a false yes costs one more step, a
 * false no would answer the wrong question from the cache.
 * @param locale of the visitor or the tenant, for messages too short to tell their language.
 */
export function refersBack(message: string, locale = "en"): boolean {
  const language = languageOf(message, locale);
  const rules = rulesOf(language);
  const count = (text: string) => contentCount(text, language);
  if (!rules) return count(message) < minWordsWithoutRules;
  const text = message
    .trim()
    .replace(/[’‘`´]/g, "'")
    .replace(rules.remark, "");
  if (saysWhole(text, rules, language)) return false;
  if (rules.opening.test(text) && count(text.replace(rules.opening, "")) < minOpenedWords) return true;
  if (looksBack(text, rules, language)) return true;
  // "Si" is "if" and "yes" in some languages.
  if (isCondition(text, language)) return hasOpenPronoun(text, rules, language);
  if (rules.reply.test(text) && count(text) < minReplyWords) return true;
  const rest = text.replace(rules.link, "");
  if (rest !== text && !(rules.asks.test(rest) && count(rest) >= minLinkedWords)) return true;
  if (hasOpenPronoun(text, rules, language)) return true;
  return count(text) < 2 && !asksDefinition(text, rules) && !isWhole(text, rules, language);
}

function asksDefinition(text: string, rules: Rules): boolean {
  return text.length <= maxDefinitionChars && rules.definition.test(text);
}

/**
 * "That's later than I thought. Who won the race in 1998?": what comes before whole questions does not make them lean. Where nothing is
 * asked, the sentences that tell most count: "Not quite. I want to know about careers with animals."
 */
function saysWhole(text: string, rules: Rules, language: Language): boolean {
  const sentences = text.split(/(?<=[.!?。！？])\s+/u).filter((sentence) => sentence !== "");
  if (sentences.length < 2) return false;
  const questions = sentences.filter((sentence) => rules.asks.test(sentence) || /[?？]$/u.test(sentence));
  const telling = sentences.filter((sentence) => contentCount(sentence, language) > minToldWords);
  const main = questions.length > 0 ? questions : telling;
  return (
    main.length > 0 &&
    main.every((sentence) => contentCount(sentence, language) >= minToldWords && !refersBack(sentence, language))
  );
}

/** "What else is there?", unless it says besides what, or a sentence of the same message told before. */
function looksBack(text: string, rules: Rules, language: Language): boolean {
  const match = rules.backward.exec(text);
  if (!match || rules.named.test(text)) return false;
  const before = text.slice(0, match.index);
  return !(/[.!?。！？]/u.test(before) && contentCount(before, language) >= minToldWords);
}

/** "I cannot use my PIN.": one word of meaning, and still nothing is missing. */
function isWhole(text: string, rules: Rules, language: Language): boolean {
  if (contentCount(text, language) === 0) return false;
  return ownerIn(text, language) === "asker" && (rules.asks.test(text) || tellsByItself(text, language));
}

/** True for a message that begins with what its writer has or does: "I broke my card". */
export function tellsByItself(text: string, language: Language): boolean {
  return rulesOf(language)?.tells.test(text.trim()) ?? false;
}

/** "If I am suspended, what do I do?", "what happens when I cancel?": a question with the case it is asked for. */
export function isCondition(text: string, language: Language): boolean {
  const rules = rulesOf(language);
  const plain = text.trim();
  if (rules === null) return false;
  const [clause = "", ...others] = plain.split(/[,，、]/u);
  if (rules.condition.test(plain)) return others.length > 0 && contentCount(clause, language) > 0;
  const match = rules.asks.test(plain) ? rules.conditionInside.exec(plain) : null;
  // "What if I am older?" goes on with what was said.
  if (match === null || wordsOf(plain.slice(0, match.index), language).length < 2) return false;
  return contentCount(plain.slice(match.index + match[0].length), language) > 0;
}

/** True when a sentence begins with a word that stands for something in the one before it. */
export function opensWithReference(sentence: string, language: Language): boolean {
  const rules = rulesOf(language);
  return rules !== null && (rules.leaning.test(sentence) || rules.opening.test(sentence));
}

/** True when a text begins like a whole question or order: it is no bare noun phrase. */
export function asksByItself(text: string, language: Language): boolean {
  return rulesOf(language)?.asks.test(text.trim()) ?? true;
}

/** A pronoun with nothing before it in the same message that it could stand for. */
function hasOpenPronoun(message: string, rules: Rules, language: Language): boolean {
  const clean = message.replace(rules.neutral, " ");
  const match = rules.pronouns.exec(clean);
  if (!match) return false;
  const before = clean.slice(0, match.index);
  // "Did McMahon talk about his time on the show?": the name is in the same message.
  if (tableOf(language).capitalNouns !== true && /(?<=\S\s)\p{Lu}\p{L}+/u.test(before)) return false;
  // "I lost my card, can you block it?": the card is in the same message.
  const sameClause = /[,.;?!，、。？！]/u.test(before) || rules.clause.test(before);
  return contentCount(before, language) < (rules.and.test(before) ? 1 : 2) || !sameClause;
}

type Rules = NonNullable<ReturnType<typeof compile>>;
const compiled = new Map<Language, Rules | null>();

function rulesOf(language: Language): Rules | null {
  const known = compiled.get(language);
  if (known !== undefined) return known;
  const made = compile(language);
  compiled.set(language, made);
  return made;
}

/** Matches nothing. */
const never = "(?!)";

/** The patterns of a language's table; see `ReferenceTable` for what each of them means. */
function compile(language: Language) {
  const { references } = tableOf(language);
  if (!references) return null;
  const bare = isUnspaced(language) || language === "ko";
  const [left, right] = bare ? ["", ""] : ["(?<![\\p{L}\\p{N}\\p{M}])", "(?![\\p{L}\\p{N}\\p{M}])"];
  const anywhere = (source: string, flags = "iu") => new RegExp(`${left}(?:${source})${right}`, flags);
  const atStart = (source: string) => new RegExp(`^(?:${source})${right}`, "iu");
  const {
    pronouns,
    neutral = never,
    remark = never,
    named = never,
    condition = never,
    tells = never,
    link,
    definition,
    clause,
  } = references;
  const flags = references.caseMatters ? "u" : "iu";
  return {
    pronouns: anywhere(pronouns, flags),
    leaning: new RegExp(`^(?:${pronouns})${right}`, flags),
    neutral: anywhere(neutral, "giu"),
    backward: anywhere(references.backward),
    opening: atStart(references.opening),
    asks: atStart(references.asks),
    reply: atStart(references.reply),
    remark: new RegExp(`^(?:${remark})[.!。！]+\\s*`, "iu"),
    link: new RegExp(`^(?:(?:${link})${right}[,，、\\s]*)+`, "iu"),
    // pattern-bound 300: maxDefinitionChars
    definition: new RegExp(
      `^(?:(?:${link})${right}[,\\s]*)?(?:${definition})[\\p{L}\\p{N}-]{2,}(?:,? (?:${clause})${right}.*)?\\s*[?？]*$`,
      "iu",
    ),
    // "Besides it" names nothing.
    named: anywhere(`(?:${named})(?!\\s+(?:${pronouns})${right})`),
    condition: atStart(condition),
    conditionInside: new RegExp(`(?<=\\S${bare ? "" : "\\s"})(?:${condition})${right}`, "iu"),
    tells: atStart(tells),
    clause: anywhere(clause),
    and: anywhere(clause.split("|")[0] ?? "(?!)"),
  };
}
