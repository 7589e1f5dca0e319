import type { Draft } from "../../../protocol/admin.ts";
import type { StreamEvent } from "../../../protocol/events.ts";
import type { Citation, Grade, RelatedSection, Usage } from "../../../protocol/messages.ts";
import { findTenant } from "../../accounts/store/tenants.ts";
import { expectedAnswer } from "../../accounts/tenants/home.ts";
import type { ClarifyInput, EscalateInput, FinishInput } from "../../assistant/ports.ts";
import { newId } from "../../core/ids.ts";
import { onlyAsksForPerson } from "../../core/text/asks-for-person.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { recordEvents } from "../../operations/store/record-events.ts";
import { insertClarification } from "../store/clarifications.ts";
import { findSuggestedTo } from "../store/related-sections.ts";
import { storeMessage } from "../store/store-message.ts";
import type { NewEvent } from "../store/ticket-events.ts";
import { updateTicket } from "../store/tickets.ts";
import type { TurnDeps } from "./deps.ts";
import { endTurn, heldAgain, heldBefore } from "./end-turn.ts";
import { memoriesOf } from "./gather-context.ts";
import { toSuggestion } from "./related-sections.ts";
import { subjectOf } from "./subject.ts";
import { bridgeMessage, meanwhileMessage, unknownWriteMessage } from "./texts.ts";
import type { RunningTurn } from "./turn-context.ts";

/** Most source texts stored with a draft for the agent. */
const maxDraftSources = 8;
/** Values that remove a hand-over from a ticket once it has an answer. */
const noLongerEscalated = {
  draft: null,
  question: null,
  escalation_reason: null,
  escalated_at: null,
  waiting_since: null,
};

export function endWithAnswer(deps: TurnDeps, turn: RunningTurn, input: FinishInput & { usage: Usage }): Promise<void> {
  const { ticketId, turnId } = turn;
  return endTurn(deps, turn, {
    outcome: {
      status: "done",
      rephrasedQuestion: input.rephrased_question,
      isCacheHit: input.is_cache_hit,
      grading: input.grading,
    },
    counted: { tier: input.grade?.tier },
    speaker: "assistant",
    isOneStatement: turn.kind !== "hint",
    async record(tx) {
      // The hint has led to an answer, so the visitor does not wait for an agent any more.
      if (turn.kind === "hint") await updateTicket(tx, ticketId, noLongerEscalated);
      const { answer: content, citations, grade, is_cache_hit: cached } = input;
      const message = { id: newId(), ticketId, turnId, role: "assistant" as const, content };
      const { events } = await storeMessage(
        tx,
        {
          ...message,
          citations,
          grade,
          cached,
          usage: input.usage,
          ...memoriesOf(turn, { isAnswer: grade !== null }),
          tools: input.tools,
          related: input.related,
        },
        { before: backFromPerson(turn), after: [endOf(turn)], replacesStream: turn.hasShownText },
      );
      return events;
    },
  });
}

/**
 * Ends the turn with a clarification: stores the question as a message, so that it can be read later, and the waiting clarification. No
 * lease is held while it waits; the answer is a turn of its own.
 */
export function endWithQuestion(
  deps: TurnDeps,
  turn: RunningTurn,
  { question, prompt, options, usage }: ClarifyInput & { usage: Usage },
): Promise<void> {
  const { ticketId, turnId } = turn;
  return endTurn(deps, turn, {
    outcome: { status: "clarifying" },
    speaker: "assistant",
    async record(tx) {
      const id = newId();
      await insertClarification(tx, { id, ticket_id: ticketId, turn_id: turnId, question, prompt, options });
      const choices = options.map((option) => ({ id: option.id, label: option.label }));
      const payload = { clarification_id: id, prompt, kind: "choice" as const, options: choices };
      const { events } = await storeMessage(
        tx,
        { id: newId(), ticketId, turnId, role: "assistant", content: prompt, usage },
        {
          before: backFromPerson(turn),
          after: [{ type: "clarification", turnId, payload }, endOf(turn)],
          replacesStream: turn.hasShownText,
        },
      );
      return events;
    },
  });
}

/**
 * Hands the ticket over to the team: sets status, owner, reason, draft and summary, and stores the message to the visitor. Text that the
 * visitor has already seen is stored too, marked with its low grade.
 */
export async function escalateTicket(
  deps: TurnDeps,
  turn: RunningTurn,
  input: EscalateInput & { usage: Usage },
): Promise<{ ticket_number: number }> {
  let number = 0;
  await endTurn(deps, turn, {
    outcome: { status: "escalated", rephrasedQuestion: input.question, grading: input.draft?.grading },
    counted: { reason: input.reason },
    speaker: "assistant",
    async record(tx, ticket) {
      number = ticket.number;
      const isHint = turn.kind === "hint";
      const askedAt = new Date();
      // A visitor who was shown suggested sections, and then asks for the team, asks about the earlier question.
      const suggestedTo = input.reason === "asked_for_person" ? await findSuggestedTo(tx, ticket.id) : undefined;
      await updateTicket(tx, ticket.id, {
        status: "pending_human",
        owner: "human",
        ...(isHint ? heldBefore(ticket) : {}),
        question: suggestedTo ?? input.question,
        ...(isHint || ticket.begun_by_email ? {} : titledBy(suggestedTo ?? input.subject)),
        summary: input.summary,
        escalation_reason: input.reason,
        escalated_at: (isHint && ticket.escalated_at) || askedAt,
        awaiting_human: true,
        draft: input.draft ? toDraft(input.draft, input.tools) : null,
      });
      // The visitor already knows that the team was asked, and has seen nothing of this try.
      if (isHint) return recordEvents(tx, ticket.id, [heldAgain(turn.turnId, ticket), endOf(turn)]);
      const shown = turn.hasShownText && input.draft ? await storeShownDraft(tx, turn, input.draft) : [];
      const tenant = await findTenant(tx);
      const expected = tenant ? expectedAnswer(tenant.home, askedAt) : undefined;
      const related = (input.related ?? []).flatMap((chunk) => toSuggestion(chunk, turn.language));
      const isOnlyWish = !suggestedTo && input.subject === "" && onlyAsksForPerson(turn.question);
      return [...shown, ...(await storeBridge(tx, turn, { ...input, related, number, expected, isOnlyWish }))];
    },
  });
  return { ticket_number: number };
}

/** The question for the team becomes the title; earlier ones are answered. An agent's own title stays, and so does an e-mail's subject. */
function titledBy(question: string): { subject?: string } {
  const subject = subjectOf(question);
  return subject === "" ? {} : { subject };
}

/** The assistant becomes the owner again before the message of a try with a hint. */
export function backFromPerson({ kind, turnId }: RunningTurn): NewEvent[] {
  return kind === "hint" ? [{ type: "owner", turnId, payload: { owner: "assistant", status: "open" } }] : [];
}

/** The last event of a turn. */
export function endOf({ turnId }: Pick<RunningTurn, "turnId">): NewEvent {
  return { type: "end", turnId, payload: {} };
}

type DraftInput = NonNullable<EscalateInput["draft"]>;

function toDraft(draft: DraftInput, tools: EscalateInput["tools"]): Draft {
  return {
    content: draft.content,
    citations: draft.citations,
    grade: draft.grade,
    ...(draft.grading ? { grading: statementsOf(draft.grading) } : {}),
    sources: draft.chunks.slice(0, maxDraftSources).map(({ chunk_id, document_id, title, url, score, text }) => ({
      chunk_id,
      document_id,
      title,
      url,
      score,
      text,
    })),
    ...(tools?.length ? { tools } : {}),
  };
}

/** Agents do not see the raw grade from before the tenant's calibration. */
function statementsOf({ supported, unsupported, missing }: NonNullable<DraftInput["grading"]>): Draft["grading"] {
  return { supported, unsupported, missing };
}

export async function storeShownDraft(
  tx: TenantTransaction,
  { ticketId, turnId }: RunningTurn,
  { content, citations, grade }: { content: string; citations: Citation[]; grade: Grade | null },
): Promise<StreamEvent[]> {
  const message = { id: newId(), ticketId, turnId, role: "assistant" as const, content };
  const shown = { ...message, citations, grade, unverified: true };
  return (await storeMessage(tx, shown, { replacesStream: true, ticket: { keepsPreview: true } })).events;
}

interface Bridge extends Pick<EscalateInput, "reason" | "tools"> {
  /** Sections that may help while the visitor waits. */
  related: RelatedSection[];
  number: number;
  /** The visitor has only asked for the team. */
  isOnlyWish: boolean;
  /** Time by which an agent usually answers, if the tenant promises one. */
  expected: Date | undefined;
  usage: Usage;
}

async function storeBridge(
  tx: TenantTransaction,
  turn: RunningTurn,
  { number, expected, reason, usage, tools, related, isOnlyWish }: Bridge,
): Promise<StreamEvent[]> {
  const { ticketId, turnId } = turn;
  const unsure = tools?.find(({ kind, status }) => kind === "write" && status === "unknown");
  const content = unsure
    ? unknownWriteMessage(unsure.title, number, turn.language)
    : related.length > 0
      ? meanwhileMessage(number, turn.language)
      : bridgeMessage({ reason, number, isOnlyWish }, turn.language);
  const helps = related.length > 0 ? { related } : {};
  const promise = expected ? { expected_by: expected.toISOString() } : {};
  const { events } = await storeMessage(
    tx,
    { id: newId(), ticketId, turnId, role: "assistant", content, usage, tools, ...helps },
    {
      before: [
        { type: "escalation", turnId, payload: { ticket_number: number, reason, content, ...promise, ...helps } },
      ],
      after: [{ type: "owner", turnId, payload: { owner: "human", status: "pending_human" } }, endOf(turn)],
      // Agents look for what the visitor wants.
      ticket: { keepsPreview: true },
    },
  );
  return events;
}
