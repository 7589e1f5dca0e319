import type { Recap } from "../../../protocol/agent-assist.ts";
import { findTenant } from "../../accounts/store/tenants.ts";
import type { HistoryMessage } from "../../assistant/ports.ts";
import { AppError } from "../../core/errors.ts";
import { shorten } from "../../core/text/shorten.ts";
import { withTenant } from "../../database/transaction.ts";
import { listMessages, type StoredMessage } from "../store/messages.ts";
import { findRecap, insertRecap, type RecapRow } from "../store/ticket-recaps.ts";
import { findTicket, type TicketKey, type TicketRow } from "../store/tickets.ts";
import { askModel } from "./ask-model.ts";
import type { AssistDeps } from "./deps.ts";
import { inTime } from "./in-time.ts";
import { languageLabel } from "./languages.ts";
import { lastAnswerAt, saidSince } from "./waiting-words.ts";

/** Newest messages that the model receives. */
const maxMessages = 40;
const maxQuoteChars = 400;

type Deps = Pick<AssistDeps, "db" | "modelFor" | "profileOf">;

/**
 * Summarizes a ticket for the agent who takes it: the question, the steps tried, the open points. Returns the stored summary while there
 * are no newer messages. A summary made by rules is replaced by one from a model when a model is available. Visitors never see it.
 * @throws AppError `not_found`, `unavailable`.
 */
export async function recapTicket(
  deps: Deps,
  { tenantId, ticketId, language }: TicketKey & { language: string },
  gone: AbortSignal,
): Promise<Recap> {
  const { ticket, tenant, messages, known } = await withTenant(deps.db, tenantId, async (tx) => {
    const [found, row] = [await findTicket(tx, ticketId), await findTenant(tx)];
    if (!found || !row) throw new AppError("not_found", "Ticket not found.");
    const said = await listMessages(tx, ticketId);
    return { ticket: found, tenant: deps.profileOf(row), messages: said, known: await findRecap(tx, ticketId) };
  });
  const sequence = lastSequence(messages);
  if (known && known.sequence >= sequence && known.writer === "model") return toRecap(known, sequence);
  const parts = await inTime(gone, (signal) =>
    askModel(deps, { tenantId, ticketId, tenant }, (model) =>
      model.recap({ history: messages.slice(-maxMessages).map(toHistory), language: languageLabel(language) }, signal),
    ),
  );
  if (!parts && known && known.sequence >= sequence) return toRecap(known, sequence);
  const made = parts
    ? { ...parts, writer: "model" as const }
    : { ...quoted(ticket, messages), writer: "rules" as const };
  const kept = await withTenant(
    deps.db,
    tenantId,
    async (tx) => (await insertRecap(tx, ticketId, { ...made, sequence })) ?? (await findRecap(tx, ticketId)),
  );
  if (!kept) throw new AppError("not_found", "Ticket not found.");
  return toRecap(kept, sequence);
}

export function toRecap({ sequence, created_at, ...row }: RecapRow, last: number): Recap {
  return { ...row, created_at: created_at.toISOString(), is_stale: sequence < last };
}

export function lastSequence(messages: readonly StoredMessage[]): number {
  return messages.at(-1)?.sequence ?? 0;
}

function toHistory({ message: { role, content, attachments = [] } }: StoredMessage): HistoryMessage {
  return { role, content: content === "" ? `[${attachments.map(({ name }) => name).join(", ")}]` : content };
}

/** Without a model the summary only quotes: the question, the last answer with its grade, and the visitor's messages after it. */
function quoted(
  ticket: Pick<TicketRow, "question" | "subject" | "draft">,
  messages: readonly StoredMessage[],
): Pick<Recap, "asked" | "tried" | "open"> {
  const answer = messages[lastAnswerAt(messages)]?.message;
  const asked = ticket.question ?? ticket.subject;
  const since = saidSince(messages).filter(({ content }) => content.trim() !== asked.trim());
  const words = since.map(({ content }) => shorten(content, maxQuoteChars)).join(" · ");
  return {
    asked: shorten(asked, maxQuoteChars),
    tried: answer ? `${whoSaid(answer)}: ${shorten(answer.content, maxQuoteChars)}` : draftWords(ticket.draft),
    // The newest text shows the open point, so keep the end.
    open: words === "" ? "No messages since then." : words.slice(-maxQuoteChars).toWellFormed(),
  };
}

function whoSaid({ role, agent, grade }: StoredMessage["message"]): string {
  if (role === "agent") return `${agent?.name ?? "An agent"} replied`;
  return grade ? `The assistant replied (confidence ${grade.score.toFixed(2)})` : "The assistant replied";
}

function draftWords(draft: TicketRow["draft"]): string {
  if (!draft || draft.content === "") return "Nothing yet.";
  const grade = draft.grade ? ` (confidence ${draft.grade.score.toFixed(2)})` : "";
  return `Unsent draft by the assistant${grade}: ${shorten(draft.content, maxQuoteChars)}`;
}
