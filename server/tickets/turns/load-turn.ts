import type { Message } from "../../../protocol/messages.ts";
import { findTenant, type TenantRow } from "../../accounts/store/tenants.ts";
import type { HistoryMessage, TenantProfile } from "../../assistant/ports.ts";
import type { TurnStart } from "../../assistant/state.ts";
import { readyLanguageOf } from "../../core/text/ready/index.ts";
import { sectionKey } from "../../core/text/section.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { type ClarificationRow, findClarification } from "../store/clarifications.ts";
import { type ConfirmationRow, findConfirmation } from "../store/confirmations.ts";
import { listMessagesBefore, listTurnQuestions, type StoredMessage } from "../store/messages.ts";
import { findTicket, type TicketRow } from "../store/tickets.ts";
import { findTurn, type TurnRef, type TurnRow } from "../store/turns.ts";
import { activityOf } from "./confirmation-words.ts";
import { historyMessages, type TurnDeps, uncoveredMessages } from "./deps.ts";
import { holdOutOf } from "./hold-out.ts";
import { longTicketMessages } from "./thread-summary.ts";
import { createOutputQueue, type RunningTurn } from "./turn-context.ts";

/** A visitor's question: text, files, or both. */
export type Asked = Pick<Message, "content" | "attachments">;

/** The database rows of a turn. */
export interface TurnRows {
  turn: Pick<TurnRow, "kind" | "owner_epoch" | "hint">;
  ticket: TicketRow;
  /** The visitor's messages that the turn answers, oldest first. */
  questions: Asked[];
  /** Relevant messages before them, oldest first. */
  history: StoredMessage[];
  asked?: ClarificationRow | undefined;
  confirmation?: ConfirmationRow | undefined;
  tenant: TenantRow;
}

/**
 * Reads a turn's input: its visitor messages as one question, the history before them, and the tenant's profile. It uses one transaction
 * and holds nothing afterwards.
 */
export async function loadTurn(deps: TurnDeps, ref: TurnRef): Promise<RunningTurn | undefined> {
  const rows = await withTenant(deps.db, ref.tenantId, async (tx): Promise<TurnRows | undefined> => {
    const turn = await findTurn(tx, ref.turnId);
    const ticket = await findTicket(tx, ref.ticketId);
    if (!turn || !ticket) return undefined;
    const questions = await listTurnQuestions(tx, ref.turnId);
    // Messages since the question of a hint belong to its history, although they are assigned to its turn.
    const first = turn.kind === "hint" ? undefined : questions[0]?.sequence;
    const background = await readBackground(tx, ticket, first ?? ticket.last_sequence + 1);
    const asked = turn.clarification_id ? await findClarification(tx, turn.clarification_id) : undefined;
    const confirmation = turn.confirmation_id ? await findConfirmation(tx, turn.confirmation_id) : undefined;
    const words = questions.map((stored) => stored.message);
    return background && { turn, ticket, questions: words, asked, confirmation, ...background };
  });
  return rows && toRunningTurn(ref, rows);
}

export type Background = Pick<TurnRows, "history" | "tenant">;

/** A turn's history, which starts at the ticket's `context_start`, and the tenant. */
export async function readBackground(
  tx: TenantTransaction,
  ticket: TicketRow,
  before: number,
): Promise<Background | undefined> {
  const limit = historyMessages + uncoveredMessages;
  const [tenant, recent] = await Promise.all([
    findTenant(tx),
    ticket.message_count === 0 ? [] : listMessagesBefore(tx, ticket.id, { sequence: before, limit }),
  ]);
  // The outcome of a report is the team's word about an earlier answer, not a part of the conversation.
  const said = recent.filter(({ message }) => !message.report);
  return tenant ? { tenant, history: inWindow(ticket, said) } : undefined;
}

/** The last messages since `context_start`, and older ones that no summary covers yet. */
function inWindow(ticket: TicketRow, recent: StoredMessage[]): StoredMessage[] {
  const first = recent.length - historyMessages;
  return recent.filter(
    ({ sequence }, index) =>
      sequence > ticket.context_start && (index >= first || sequence > ticket.running_summary_to),
  );
}

/** A turn ready to run. */
export function toRunningTurn(ref: TurnRef, rows: TurnRows): RunningTurn {
  const { turn, ticket } = rows;
  const question = questionOf(rows);
  const isDraft = turn.kind === "visitor" && ticket.begun_by_email && rows.tenant.emailAnswers !== "answer";
  return {
    ...ref,
    visitorId: ticket.visitor_id,
    ownerEpoch: turn.owner_epoch,
    kind: turn.kind,
    question,
    language: readyLanguageOf(question || lastWords(rows), ticket.visitor_locale ?? rows.tenant.locale),
    files: filesOf(rows),
    ...(rows.asked ? { clarified: clarifiedBy(rows.asked) } : {}),
    ...(rows.confirmation ? answeredBy(rows.confirmation) : {}),
    ...(turn.hint === null ? {} : { hint: turn.hint }),
    isBesideApproval: turn.kind === "visitor" && !rows.confirmation && ticket.pending_confirmation !== null,
    holdOut: isDraft ? null : holdOutOf(rows, question),
    history: [...notesOn(ticket), ...rows.history.map((stored) => toHistory(stored))],
    remembers: rows.tenant.memoryEnabled,
    memories: [],
    recalled: { candidates: [], sources: [] },
    context: null,
    hasUsedMemories: false,
    ...(ticket.visitor_locale === null ? {} : { locale: ticket.visitor_locale }),
    tenant: {
      ...toProfile(rows.tenant),
      ...(turn.kind === "hint" ? { answer_mode: "verify_first" } : {}),
      ...(isDraft ? draftsOnly : {}),
    },
    // A tool that asks the visitor for approval would get no answer by e-mail.
    hasTools: rows.tenant.hasTools && !ticket.begun_by_email,
    isLong: ticket.message_count > longTicketMessages,
    sequence: ticket.last_sequence,
    output: createOutputQueue(),
    stop: new AbortController(),
    calls: [],
    startedAt: performance.now(),
    firstTokenMs: undefined,
    thinking: null,
    hasShownText: false,
    isOver: false,
    nextTurnId: null,
  };
}

/** Nothing is shown or asked before an agent sends the answer. */
const draftsOnly = {
  answer_mode: "verify_first",
  clarify: false,
  hand_over: "at_once",
  show_thinking: false,
  drafts_only: true,
} as const;

/** The visitor's messages as one question. A try with a hint has the ticket's open question. */
function questionOf({ turn, ticket, questions, confirmation }: TurnRows): string {
  if (confirmation) return confirmation.question;
  if (turn.kind === "hint") return ticket.question ?? ticket.subject;
  return questions
    .map(({ content }) => content.trim())
    .filter((content) => content !== "")
    .join("\n");
}

/** The files of a hint's question were read in an earlier turn. */
function filesOf({ turn, questions }: TurnRows): RunningTurn["files"] {
  const files = turn.kind === "hint" ? [] : questions.flatMap(({ attachments = [] }) => attachments);
  const idsOf = (isPicture: boolean) =>
    files.filter(({ width }) => (width !== undefined) === isPicture).map(({ id }) => id);
  return { pictures: idsOf(true), others: idsOf(false) };
}

/** The visitor's last text: files alone have no language. */
function lastWords({ history }: TurnRows): string {
  const said = history.findLast(({ message }) => message.role === "visitor" && message.content.trim() !== "");
  return said?.message.content ?? "";
}

/** A message in the form for models. Files without text are represented by their names. */
export function toHistory({ message }: StoredMessage): HistoryMessage {
  const { role, content, attachments = [] } = message;
  const isWordless = content.trim() === "" && attachments.length > 0;
  const sections = sectionsOf(message);
  return {
    role,
    content: isWordless ? `[${attachments.map(({ name }) => name).join(", ")}]` : content,
    ...(sections.length > 0 ? { sections } : {}),
    ...(message.citations.length > 0 && !message.unverified ? { is_answer: true } : {}),
  };
}

/** Sections that a message cites, or displays with their text. */
function sectionsOf({ citations, related = [] }: Message): string[] {
  const cited = citations.flatMap(({ document_id, heading = null }) => (document_id ? [{ document_id, heading }] : []));
  return [...cited, ...related.filter(({ text }) => text !== undefined)].map(sectionKey);
}

function clarifiedBy({ answer, question, options }: ClarificationRow): TurnStart["clarified"] {
  return answer ? { answer, question, options } : undefined;
}

/** Any status except `approved` counts as a refusal. The turn's answer shows the refused change. */
function answeredBy(asked: ConfirmationRow): Pick<RunningTurn, "confirmed" | "declined"> {
  const { id, status, question, calls } = asked;
  const about = { confirmation_id: id, question, calls };
  if (status === "approved") return { confirmed: { ...about, decision: "approved" } };
  return { confirmed: { ...about, decision: "declined" }, declined: activityOf(asked, "declined") };
}

/** Summaries of the messages before those that the assistant receives word for word. */
function notesOn(ticket: TicketRow): HistoryMessage[] {
  const notes = ticket.earlier_summary ? [ticket.earlier_summary] : [];
  // A summary from before `context_start` does not count; `earlier_summary` replaces it.
  if (ticket.running_summary && ticket.running_summary_to > ticket.context_start)
    notes.push(`Summary of earlier messages:\n${ticket.running_summary}`);
  return notes.map((content) => ({ role: "system", content }));
}

/** The tenant's profile for models. */
export function toProfile(tenant: TenantRow): TenantProfile {
  return {
    name: tenant.name,
    tone: tenant.tone,
    industry: tenant.industry,
    about: tenant.about,
    place: tenant.place,
    guidance: tenant.guidance,
    models: tenant.models,
    ...(isOverBudget(tenant) ? { over_budget: tenant.budget.over_budget } : {}),
    locale: tenant.locale,
    ...(tenant.home.hours ? { time_zone: tenant.home.hours.zone } : {}),
    threshold: tenant.threshold,
    ...(tenant.calibration ? { calibration: tenant.calibration } : {}),
    answer_mode: tenant.answerMode,
    clarify: tenant.clarify,
    hand_over: tenant.handOver,
    show_thinking: tenant.showThinking,
  };
}

/** Turns that run at the same time may each exceed the budget once; the next turn sees their totals. */
function isOverBudget({ budget, used }: TenantRow): boolean {
  const { tokens_per_day, micros_per_month } = budget;
  return (
    (tokens_per_day !== null && used.tokensToday >= tokens_per_day) ||
    (micros_per_month !== null && used.microsThisMonth >= micros_per_month)
  );
}
