import { findTenant } from "../../accounts/store/tenants.ts";
import { intentOf } from "../../assistant/intent.ts";
import { confidenceOf, readQuestion } from "../../assistant/models/extractive/confidence.ts";
import { repeats, sectionsFor } from "../../assistant/related-sections.ts";
import { newId } from "../../core/ids.ts";
import { announce } from "../../core/live/announce.ts";
import { readyLanguageOf } from "../../core/text/ready/index.ts";
import { withNameFor } from "../../core/text/references.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { listMessagesBefore } from "../store/messages.ts";
import { storeMessage } from "../store/store-message.ts";
import { lockTicket, type TicketRow } from "../store/tickets.ts";
import type { TurnRequest } from "./accept-message.ts";
import { historyMessages, type TurnDeps } from "./deps.ts";
import { toHistory } from "./load-turn.ts";
import { toSuggestion } from "./related-sections.ts";
import { meanwhileMessage } from "./texts.ts";

/** Longest time of the search, in ms: later, the team may have read the message. */
const searchMs = 10_000;

/** Most tickets that are helped at once. */
const mostHelped = 4;

/** Helps each ticket with its newest message, one after the other: earlier messages of a visitor who writes several are passed over. */
export class MeanwhileHelper {
  readonly #deps: TurnDeps;
  /** The newest message of each ticket that is helped now. */
  readonly #newest = new Map<string, TurnRequest>();

  constructor(deps: TurnDeps) {
    this.#deps = deps;
  }

  /** @returns null when the ticket is helped already, or too many are. */
  help(request: TurnRequest): Promise<void> | null {
    const { ticketId } = request;
    const isHelping = this.#newest.has(ticketId);
    if (!isHelping && this.#newest.size >= mostHelped) return null;
    this.#newest.set(ticketId, request);
    return isHelping ? null : this.#helpNewest(ticketId);
  }

  async #helpNewest(ticketId: string): Promise<void> {
    let helped: TurnRequest | undefined;
    try {
      for (let next = this.#newest.get(ticketId); next && next !== helped; next = this.#newest.get(ticketId)) {
        helped = next;
        await helpMeanwhile(this.#deps, next);
      }
    } finally {
      this.#newest.delete(ticketId);
    }
  }
}

/**
 * Shows sections that may help below a message that the visitor adds while the ticket waits for the team, as a hand-over does. The message
 * stays with the team. Nothing is shown once an agent has the ticket, or somebody has written again.
 */
async function helpMeanwhile(deps: TurnDeps, request: TurnRequest): Promise<void> {
  const { tenantId, content } = request;
  if (intentOf(content) !== "question") return;
  const waiting = await withTenant(deps.db, tenantId, (tx) => findWaitingMessage(tx, request));
  if (!waiting) return;
  const { ticket, history, locale, tenantName } = waiting;
  const isRepeated = repeats({ question: "", rephrased_question: "", messages: history }, locale);
  const language = readyLanguageOf(content, locale);
  const signal = AbortSignal.timeout(searchMs);
  const searched = async (question: string) => {
    const chunks = await deps.search(tenantId, { question, history: [], locale }, signal);
    const asked = readQuestion(question, locale);
    return { sections: sectionsFor(asked, chunks, isRepeated), confidence: confidenceOf(asked, chunks) };
  };
  const found = [await searched(content)];
  // "What does it cost?" alone is about the company, as at the beginning of a conversation.
  const named = withNameFor(content, tenantName, locale);
  if (named !== null) found.push(await searched(named));
  const best = found.toSorted((one, another) => another.confidence - one.confidence)[0];
  const related = (best?.sections ?? [])
    .flatMap((chunk) => toSuggestion(chunk, language))
    .map((section) => ({ ...section, aside: true as const }));
  if (related.length === 0) return;
  const events = await withTenant(deps.db, tenantId, async (tx) => {
    const now = await findWaitingMessage(tx, request);
    if (now?.ticket.owner_epoch !== ticket.owner_epoch) return [];
    const text = meanwhileMessage(ticket.number, language);
    const message = { id: newId(), ticketId: ticket.id, turnId: null, role: "assistant" as const, content: text };
    return (await storeMessage(tx, { ...message, related }, { ticket: { keepsPreview: true } })).events;
  });
  if (events.length > 0) await announce(deps.hub, request, events);
}

/** The ticket, when it still waits for the team and this message is its newest. A hold-out is to be measured without the assistant. */
async function findWaitingMessage(tx: TenantTransaction, { ticketId, messageId }: TurnRequest) {
  const ticket = await lockTicket(tx, ticketId);
  if (!ticket || !isHelped(ticket)) return null;
  const recent = await listMessagesBefore(tx, ticketId, { sequence: ticket.last_sequence + 1, limit: historyMessages });
  const tenant = await findTenant(tx);
  if (recent.at(-1)?.message.id !== messageId || !tenant) return null;
  const history = recent.slice(0, -1).map(toHistory);
  return { ticket, history, locale: ticket.visitor_locale ?? tenant.locale, tenantName: tenant.name };
}

function isHelped({ owner, status, escalation_reason: reason, begun_by_email }: TicketRow): boolean {
  return owner === "human" && status === "pending_human" && reason !== "hold_out" && !begun_by_email;
}
