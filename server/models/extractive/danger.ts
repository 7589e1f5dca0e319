import { dangersOf, isDangerStem, isToldToBeDone } from "../../text/dangers.ts";
import type { Language } from "../../text/language.ts";
import { contentStems } from "../../text/words.ts";
import type { Question } from "./question-terms.ts";

/** What an instruction says is to be done stands within its first words of meaning: "Stop the server and delete the folder". */
const openingStems = 4;
/** Here the verb stands at the end, always or in subordinate clauses. */
const verbLast: ReadonlySet<Language> = new Set(["de", "nl", "hu", "tr", "ja", "ko"]);
/** Deleting and resetting something else than was meant is the worst that an answer can do. */
const destroying: ReadonlySet<number> = new Set([0, 2]);

/**
 * True when a quote instructs to delete, cancel, reset or pay and the question how to do something asks for no such act, or when it
 * tells how to delete or reset what the question does not ask for: who follows it loses what nobody meant.
 */
export function isDangerous(question: Question, quoted: QuotedText, around: Surroundings): boolean {
  if (question.shape !== "steps" && question.shape !== "any") return false;
  const { language } = question;
  const asked = dangersOf(question.text, language);
  const acts = new Set([...actsOf(quoted, language), ...destroyingIn(around.heading, language)]);
  if (acts.size === 0) return false;
  const isAsked = (act: number) => asked.has(act);
  const destructive = [...acts].filter((act) => destroying.has(act));
  if (destructive.length === 0) return question.shape === "steps" && ![...acts].some(isAsked);
  if (!destructive.some(isAsked)) return true;
  const named = new Set(contentStems([quoted.lead, ...quoted.items, around.heading, around.title].join(" "), language));
  const objects = question.stems.filter((stem) => !isDangerStem(stem, language));
  const unnamed = objects.filter((stem) => !named.has(stem));
  return unnamed.some((stem) => around.elsewhere.has(stem)) || unnamed.length > objects.length / 2;
}

/** What stands around a quote, which may name its act and its object. */
export interface Surroundings {
  heading: string;
  title: string;
  /** Stems of the headings of the other passages found: what they name is another thing than what the quote is about. */
  elsewhere: ReadonlySet<string>;
}

/** A sentence, or a list taken apart into what announces it and its items. */
export interface QuotedText {
  lead: string;
  items: readonly string[];
}

/** The acts that the clauses of a text instruct to; of a step only what destroys counts, the rest is a means to the end announced. */
function actsOf({ lead, items }: QuotedText, language: Language): Set<number> {
  const acts = new Set<number>();
  for (const clause of clausesOf(lead, language))
    if (instructs(clause, openingStems, language)) for (const act of dangersOf(clause, language)) acts.add(act);
  for (const clause of items.flatMap((item) => clausesOf(item, language)))
    if (instructs(clause, 1, language)) for (const act of destroyingIn(clause, language)) acts.add(act);
  return acts;
}

/** What stands between commas is a clause when it names what is done to: "add, remove, and edit others" tells what somebody may do. */
function clausesOf(text: string, language: Language): string[] {
  const sentences = text.replace(/^\s*(?:[-*+]|\d{1,4}[.)])\s+/, "").split(/[\n.;:!?。！？؛]+/u);
  return sentences.flatMap((sentence) =>
    sentence.split(/[,،]+/u).filter((part, index) => index === 0 || contentStems(part, language).length > 1),
  );
}

function instructs(clause: string, opening: number, language: Language): boolean {
  const stems = contentStems(clause, language);
  const telling = [...stems.slice(0, opening), ...(verbLast.has(language) ? stems.slice(-opening) : [])];
  return telling.some((stem) => isToldToBeDone(stem, clause, language));
}

function destroyingIn(text: string, language: Language): number[] {
  return [...dangersOf(text, language)].filter((act) => destroying.has(act));
}
