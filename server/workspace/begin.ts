import type { NewConversation } from "../../protocol/copilot-talk.ts";
import { AppError } from "../errors.ts";
import { newId } from "../ids.ts";
import { insertConversation } from "../store/copilot-conversations.ts";
import { findTicket } from "../store/tickets.ts";
import { withTenant } from "../store/transaction.ts";
import type { Person, WorkspaceDeps } from "./deps.ts";
import type { RunBook } from "./run-book.ts";
import { startRun, takeMessage } from "./send.ts";
import { tellConversation } from "./tell.ts";

/**
 * Begins a conversation, with what is said first in it where that comes along: both or neither. The same message begins one conversation.
 * @returns its id. @throws AppError `not_found` when the ticket it stands beside is not there, or the id is another person's.
 */
export async function beginTalk(
  deps: WorkspaceDeps & { runs: RunBook },
  person: Person,
  { title = "", ticket_id: ticketId, message }: NewConversation,
): Promise<string> {
  const { tenantId, personId } = person;
  const id = message?.id ?? newId();
  const taken = await withTenant(deps.db, tenantId, async (tx) => {
    if (ticketId !== undefined && !(await findTicket(tx, ticketId)))
      throw new AppError("not_found", "Ticket not found.");
    await insertConversation(tx, { id, personId, title, ticketId: ticketId ?? null });
    return message ? takeMessage(tx, person, { ...message, conversationId: id }) : null;
  });
  if (message) await startRun(deps, person, { conversationId: id, taken });
  else await tellConversation(deps, person, { conversationId: id });
  return id;
}
