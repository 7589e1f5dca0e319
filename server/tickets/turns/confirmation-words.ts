import type { ToolActivity } from "../../../protocol/tools.ts";
import { filledIn, type ReadyLanguage, readyLanguageOf, readySentences } from "../../core/text/ready/index.ts";
import type { ConfirmationRow } from "../store/confirmations.ts";
import type { TicketRow } from "../store/tickets.ts";

type Sentence = keyof (typeof readySentences)["en"]["confirmation"];

/** The visitor's sentence about a confirmation. */
export function sentenceOn({ title }: Pick<ConfirmationRow, "title">, key: Sentence, language: ReadyLanguage): string {
  const { confirmation, quotes } = readySentences[language];
  const [before, behind] = quotes;
  return filledIn(confirmation[key], { what: `${before}${title}${behind}` });
}

/** The language of sentences about a confirmation: that of the question that led to it. */
export function languageOn(
  { question }: Pick<ConfirmationRow, "question">,
  ticket: Pick<TicketRow, "visitor_locale">,
  tenantLocale: string,
): ReadyLanguage {
  return readyLanguageOf(question, ticket.visitor_locale ?? tenantLocale);
}

/** A write that was not made, for display beside the message about it. */
export function activityOf(
  { id, title, connection_name: connection, description: content }: ConfirmationRow,
  status: Extract<ToolActivity["status"], "declined" | "expired" | "withdrawn">,
): ToolActivity {
  return { tool_call_id: id, title, connection, kind: "write", status, content, at: new Date().toISOString() };
}
