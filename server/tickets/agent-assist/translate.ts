import type {
  MessageTranslation,
  TranslatedText,
  TranslateMessageRequest,
  TranslateTextRequest,
} from "../../../protocol/agent-assist.ts";
import { findTenant } from "../../accounts/store/tenants.ts";
import type { TenantProfile } from "../../assistant/ports.ts";
import { AppError, asError } from "../../core/errors.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { insertTranslation, listTranslations } from "../store/message-translations.ts";
import { listMessages } from "../store/messages.ts";
import { findTicket, type TicketKey } from "../store/tickets.ts";
import { askModel } from "./ask-model.ts";
import type { AssistDeps } from "./deps.ts";
import { inTime } from "./in-time.ts";
import { lostParts } from "./kept-parts.ts";
import { languageLabel } from "./languages.ts";

type Deps = Pick<AssistDeps, "db" | "modelFor" | "profileOf">;

/**
 * Translates a message of a ticket. A stored translation is returned without a model call.
 * @throws AppError `not_found`, `model_unavailable`, `unavailable`.
 */
export async function translateMessage(
  deps: Deps,
  { tenantId, ticketId, message_id: shownId, language }: TicketKey & TranslateMessageRequest,
  gone: AbortSignal,
): Promise<MessageTranslation> {
  const { tenant, known, stored } = await withTenant(deps.db, tenantId, async (tx) => ({
    tenant: await profileFor(tx, deps, ticketId),
    known: (await listTranslations(tx, ticketId, language)).find((each) => each.message_id === shownId),
    stored: (await listMessages(tx, ticketId)).find(({ message }) => message.id === shownId),
  }));
  if (known) return known;
  if (!stored || stored.message.content.trim() === "") throw new AppError("not_found", "Message not found.");
  const text = stored.message.content;
  const made = await translated(deps, { tenantId, ticketId, tenant, text, language }, gone);
  const kept = await withTenant(deps.db, tenantId, (tx) => insertTranslation(tx, { rowId: stored.id, ...made }));
  // The message was deleted during the model call, so its text must not be shown any more.
  if (!kept) throw new AppError("not_found", "Message not found.");
  return { message_id: shownId, ...made };
}

/**
 * Translates an answer into the visitor's language, for the agent to read before sending it. It is not stored. @throws AppError as {@link
 * translateMessage}.
 */
export async function translateText(
  deps: Deps,
  { tenantId, ticketId, text, language }: TicketKey & TranslateTextRequest,
  gone: AbortSignal,
): Promise<TranslatedText> {
  const tenant = await withTenant(deps.db, tenantId, (tx) => profileFor(tx, deps, ticketId));
  return translated(deps, { tenantId, ticketId, tenant, text, language }, gone);
}

async function profileFor(tx: TenantTransaction, { profileOf }: Deps, ticketId: string): Promise<TenantProfile> {
  const [ticket, tenant] = [await findTicket(tx, ticketId), await findTenant(tx)];
  if (!ticket || !tenant) throw new AppError("not_found", "Ticket not found.");
  return profileOf(tenant);
}

async function translated(
  deps: Deps,
  { text, language, ...whose }: TicketKey & { tenant: TenantProfile; text: string; language: string },
  gone: AbortSignal,
): Promise<TranslatedText> {
  const content = await inTime(gone, (signal) =>
    askModel(deps, whose, (model) => model.translate({ text, language: languageLabel(language) }, signal)).catch(
      (cause) => {
        if (signal.aborted || asError(cause).name !== "ModelFailure") throw cause;
        throw new AppError(
          "model_unavailable",
          "The message could not be translated. Connect a language model or try again.",
          { cause },
        );
      },
    ),
  );
  return { language, content, lost: lostParts(text, content) };
}
