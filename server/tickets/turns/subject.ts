import type { Attachment } from "../../../protocol/attachments.ts";
import { plainLine } from "../../../ui/markdown/plain-text.ts";
import { intentOf } from "../../assistant/intent.ts";

/** Limit of a subject, in characters. */
const maxSubjectChars = 120;

/**
 * The start of the message without Markdown, or the file names. A greeting or a wish for the team is no subject: the first real question will
 * be.
 */
export function subjectOf(content: string, attachments: readonly Attachment[] = []): string {
  const intent = intentOf(content);
  if (intent === "small_talk" || intent === "unclear" || intent === "asked_for_person") return "";
  const words = content.trim() || attachments.map(({ name }) => name).join(", ");
  return (plainLine(words) || words.replace(/\s+/g, " ")).slice(0, maxSubjectChars);
}
