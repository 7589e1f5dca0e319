import { createHash } from "node:crypto";
import type { Citation, Grade } from "../../../protocol/messages.ts";
import { languageOf } from "../../core/text/language.ts";
import { holdsSecrets } from "../../core/text/redact.ts";
import { contentCount } from "../../core/text/words.ts";

/** Longer questions describe one visitor's case, and the embedding does not cover their whole text. */
const maxQuestionChars = 500;
/** A tenant may show answers with a lower grade, but they are never shown to everybody. */
const minScore = 0.7;

/** Phrases for a visitor's own case, followed by a number or name. */
const ownCase = new RegExp(
  [
    "(?<!\\p{L})(?:order|invoice|ticket|case|booking|reservation|reference|tracking|customer|account|transaction|policy|contract|serial|bestellung|bestell|auftrag|auftrags|rechnung|rechnungs|kunden|konto|buchung|buchungs|vertrag|vertrags|sendungs|serien|commande|facture|dossier|client|compte|réservation|contrat|suivi|pedido|factura|reserva|cuenta|cliente|contrato|caso|ordine|fattura|prenotazione|conto|contratto|pratica|fatura|conta|bestelling|factuur|klant|boeking|rekening|contract|zending)(?:[- ]?(?:number|nummer|numéro|número|numero|no\\.?|nr\\.?|n\\.?[°º]|núm\\.?|id|#))?(?:\\s*(?:is|ist|lautet|est|es|è|é|:|#))?\\s*[A-Z]{0,4}-?\\d{3,}",
    "#\\d{3,}|(?:订单|发票|账号|注文|주문|송장)\\D{0,6}\\d{4,}",
    "(?<!\\p{L})(?:my name is|i am called|mein name ist|ich heiße|je m'appelle|mon nom est|me llamo|mi nombre es|mi chiamo|il mio nome è|me chamo|meu nome é|mijn naam is|ik heet)(?!\\p{L})",
    "\\+?\\d[\\d ()/-]{8,}\\d",
  ].join("|"),
  "iu",
);

export type AdmissionRefusal = "ungraded" | "uncited" | "personal" | "too_long" | "too_short";

/** Reason why an answer must not be given to other visitors with the same question; null when it may. */
export function admissionRefusal({
  question,
  citations,
  grade,
  locale,
}: {
  question: string;
  citations: Citation[];
  grade: Grade;
  /** Language for questions whose own language is not recognizable. */
  locale: string;
}): AdmissionRefusal | null {
  if (grade.score < minScore) return "ungraded";
  if (citations.length === 0) return "uncited";
  if (question.length > maxQuestionChars) return "too_long";
  if (isPersonal(question)) return "personal";
  return contentCount(question, languageOf(question, locale)) === 0 ? "too_short" : null;
}

/** True for a question with personal details, or one that is too long to be asked again. Such questions are not looked up either. */
export function isPersonal(question: string): boolean {
  return question.length > maxQuestionChars || holdsSecrets(question) || ownCase.test(question);
}

/** "Hi, can you please tell me" and similar, which exact matching ignores. */
const courtesy =
  /^(?:(?:hi|hello|hey|good (?:morning|afternoon|evening)|please|dear \w+|excuse me|sorry)\b(?: there| all| team)?[\s,.!:;-]*)+/;

/** Removes differences in writing that do not change the question. */
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

/** Id of the entry with exactly this question: same words, language, model, prompts and audience. */
export function entryIdOf(question: string, { locale, fingerprint }: { locale: string; fingerprint: string }): string {
  return createHash("sha256")
    .update(JSON.stringify([fingerprint, locale, normalizeQuestion(question)]))
    .digest("base64url")
    .slice(0, 27);
}
