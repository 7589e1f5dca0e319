import type { Citation, Grade } from "../../protocol/messages.ts";
import { holdsSecrets } from "../text/redact.ts";
import { contentCount } from "../text/references.ts";

/** Longer questions are stories about one visitor, and the embedding does not read them to their end. */
const maxQuestionChars = 500;
/** Grades below this are good enough to be shown where a tenant says so, never to be shown to everybody. */
const minScore = 0.7;

/** Words by which a visitor's message is about this visitor's own case, with a number or a name of it. */
const ownCase =
  /\b(?:order|invoice|ticket|case|booking|reservation|reference|tracking|customer|account|transaction|policy|contract|serial)\s*(?:number|no\.?|nr\.?|id|#)?\s*(?:is|:|#)?\s*[A-Z]{0,4}-?\d{3,}|#\d{3,}|\bmy name is\b|\bi am called\b|\+?\d[\d ()/-]{8,}\d/i;

export type AdmissionRefusal = "ungraded" | "uncited" | "personal" | "too_long" | "too_short";

/** Why an answer may not be given to others who ask the same, or null when it may. */
export function admissionRefusal({
  question,
  citations,
  grade,
}: {
  question: string;
  citations: Citation[];
  grade: Grade;
}): AdmissionRefusal | null {
  if (grade.score < minScore) return "ungraded";
  if (citations.length === 0) return "uncited";
  if (isPersonal(question)) return "personal";
  if (question.length > maxQuestionChars) return "too_long";
  return contentCount(question) === 0 ? "too_short" : null;
}

/** True for a question that holds something of the visitor's own. Such questions are not looked up either. */
export function isPersonal(question: string): boolean {
  return holdsSecrets(question) || ownCase.test(question);
}
