import { createHash } from "node:crypto";

/** "Hi, can you please tell me" and the like, which exact matching looks past. */
const courtesy =
  /^(?:(?:hi|hello|hey|good (?:morning|afternoon|evening)|please|dear \w+|excuse me|sorry)\b(?: there| all| team)?[\s,.!:;-]*)+/;

/** The question with everything taken out that two people who ask the same may write differently. */
function normalizeQuestion(question: string): string {
  const plain = question
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[’‘`´]/g, "'")
    .replace(/[“”«»]/g, '"')
    .replace(/\s+/g, " ")
    .trim();
  const short = plain
    .replace(courtesy, "")
    .replace(/(?<![\s,])[\s,]*\b(?:please|thanks|thank you|thx)\b[\s.!]*$/, "")
    .replace(/(?<![\s?!.。？！])[\s?!.。？！]+$/u, "");
  return short === "" ? plain : short;
}

/** Id of the entry that answers exactly this: same words, language, model, prompts and audience. */
export function entryIdOf(question: string, { locale, fingerprint }: { locale: string; fingerprint: string }): string {
  return createHash("sha256")
    .update(JSON.stringify([fingerprint, locale, normalizeQuestion(question)]))
    .digest("base64url")
    .slice(0, 27);
}
