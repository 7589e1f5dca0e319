import { type Language, tableOf } from "./language.ts";
import { wordsOf } from "./words.ts";

const known = new Map<Language, { asker: ReadonlySet<string>; asked: ReadonlySet<string> }>();

/** Whose things a question names: "my address" or "your address". Null when nobody's, or those of both. */
export function ownerIn(question: string, language: Language): "asker" | "asked" | null {
  const owners = known.get(language) ?? readOwners(language);
  known.set(language, owners);
  const words = wordsOf(question, language);
  const isAsker = words.some((word) => owners.asker.has(word));
  const isAsked = words.some((word) => owners.asked.has(word));
  if (isAsker === isAsked) return null;
  return isAsker ? "asker" : "asked";
}

function readOwners(language: Language) {
  const [asker = "", asked = ""] = (tableOf(language).owners ?? "").split("/");
  return { asker: wordSet(asker), asked: wordSet(asked) };
}

function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.split(" ").filter((word) => word !== ""));
}
