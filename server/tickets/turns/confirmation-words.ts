import type { ToolActivity } from "../../../protocol/tools.ts";
import { filledIn, type ReadyLanguage, readyLanguageOf, readySentences } from "../../core/text/ready/index.ts";
import type { ConfirmationRow } from "../store/confirmations.ts";
import type { TicketRow } from "../store/tickets.ts";

type Sentence = keyof (typeof readySentences)["en"]["confirmation"];

/** What the visitor is told of a confirmation. */
export function sentenceOn({ title }: Pick<ConfirmationRow, "title">, key: Sentence, language: ReadyLanguage): string {
  const { confirmation, quotes } = readySentences[language];
  const [before, behind] = quotes;
  return filledIn(confirmation[key], { what: `${before}${title}${behind}` });
}

/** What the visitor of a confirmation is spoken to in: the language of the question that led to it. */
export function languageOn(
  { question }: Pick<ConfirmationRow, "question">,
  ticket: Pick<TicketRow, "visitor_locale">,
  tenantLocale: string,
): ReadyLanguage {
  return readyLanguageOf(question, ticket.visitor_locale ?? tenantLocale);
}

/** A write that was not made, as it is shown beside the message that says so. */
export function activityOf(
  { id, title, connection_name: connection, description: content }: ConfirmationRow,
  status: Extract<ToolActivity["status"], "declined" | "expired" | "withdrawn">,
): ToolActivity {
  return { tool_call_id: id, title, connection, kind: "write", status, content, at: new Date().toISOString() };
}
