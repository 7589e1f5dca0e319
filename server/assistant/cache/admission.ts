import { createHash } from "node:crypto";
import type { Citation, Grade } from "../../../protocol/messages.ts";
import { languageOf } from "../../core/text/language.ts";
import { holdsSecrets } from "../../core/text/redact.ts";
import { contentCount } from "../../core/text/words.ts";

/** Longer questions are stories about one visitor, and the embedding does not read them to their end. */
const maxQuestionChars = 500;
/** Grades below this are good enough to be shown where a tenant says so, never to be shown to everybody. */
const minScore = 0.7;

/** Words by which a visitor's message is about this visitor's own case, with a number or a name of it. */
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

/** Why an answer may not be given to others who ask the same, or null when it may. */
export function admissionRefusal({
  question,
  citations,
  grade,
  locale,
}: {
  question: string;
  citations: Citation[];
  grade: Grade;
  /** The language asked for, where the question does not tell its own. */
  locale: string;
}): AdmissionRefusal | null {
  if (grade.score < minScore) return "ungraded";
  if (citations.length === 0) return "uncited";
  if (question.length > maxQuestionChars) return "too_long";
  if (isPersonal(question)) return "personal";
  return contentCount(question, languageOf(question, locale)) === 0 ? "too_short" : null;
}

/** True for a question that holds something of the visitor's own, or is too long for others to ask the same. Such questions are not looked up either. */
export function isPersonal(question: string): boolean {
  return question.length > maxQuestionChars || holdsSecrets(question) || ownCase.test(question);
}

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
