import type { Statement } from "../statement.ts";

/** What a form of a sentence says of whoever says it. */
export type Found = Pick<Statement, "type" | "content" | "subject">;

export interface Rule {
  /** Named groups are what `make` gets. Case counts: names begin with capitals. */
  pattern: RegExp;
  /** Null: it only looks like it. */
  make(groups: Readonly<Record<string, string>>): Found | null;
  /** Whether it may be put as a question: "could you write in German?" */
  mayAsk?: boolean;
}

/** The rules of a language, and which sentences say nothing that lasts. */
export interface RuleSet {
  rules: readonly Rule[];
  /** A question, however it ends. */
  asks: RegExp;
  /** Something thought up, of another time, or of this moment alone. */
  passing: RegExp;
}

/** One to four words of a name: "Shopify", "Google Chrome", "Pro 50". */
export const name = "[\\p{Lu}][\\p{L}\\p{N}.+&'-]*(?: (?:[\\p{Lu}\\p{N}][\\p{L}\\p{N}.+&'-]*)){0,3}";

export const fact = (content: string, subject = ""): Found => ({ type: "fact", content, subject });
export const preference = (content: string, subject = ""): Found => ({ type: "preference", content, subject });
export const entity = (content: string, subject = ""): Found => ({ type: "entity", content, subject });
export const procedure = (content: string): Found => ({ type: "procedure", content, subject: "" });

/** The end of a clause without its sign. */
export function trimmed(text: string): string {
  return text.replace(/(?<![\s.,;:!?])[\s.,;:!?]+$/u, "").trim();
}

const languageNames: Record<string, string> = {
  german: "German",
  deutsch: "German",
  allemand: "German",
  alemán: "German",
  english: "English",
  englisch: "English",
  anglais: "English",
  inglés: "English",
  french: "French",
  französisch: "French",
  français: "French",
  francés: "French",
  spanish: "Spanish",
  spanisch: "Spanish",
  espagnol: "Spanish",
  español: "Spanish",
  italian: "Italian",
  italienisch: "Italian",
  italien: "Italian",
  italiano: "Italian",
  dutch: "Dutch",
  niederländisch: "Dutch",
  polish: "Polish",
  polnisch: "Polish",
  portuguese: "Portuguese",
  portugiesisch: "Portuguese",
  swedish: "Swedish",
  danish: "Danish",
  czech: "Czech",
  japanese: "Japanese",
  chinese: "Chinese",
  arabic: "Arabic",
  turkish: "Turkish",
  türkisch: "Turkish",
  ukrainian: "Ukrainian",
  russian: "Russian",
};
/** All that a language is called, as a pattern. */
export const languages = Object.keys(languageNames)
  .map((word) => `[${word[0]}${word[0]?.toUpperCase()}]${word.slice(1)}`)
  .join("|");

/** The one language that answers are wanted in. */
export function wantsLanguage(word = ""): Found | null {
  const language = languageNames[word.toLowerCase()];
  return language ? preference(`Prefers answers in ${language}`, "language") : null;
}
