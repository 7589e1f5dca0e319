import { type BaseCheckpointSaver, Command, isInterrupted } from "@langchain/langgraph";
import type { Citation, EscalationReason, Grade } from "../../protocol/messages.ts";
import { refersBack } from "../core/text/references.ts";
import { byIntent, type SupportGraph } from "./graph.ts";
import { intentOf } from "./intent.ts";
import { type Approving, approvalUpdate } from "./nodes/act.ts";
import { finish } from "./nodes/answer.ts";
import { leftOver, type Resumption } from "./nodes/hand-over.ts";
import { type Choosing, checkCache, choiceUpdate } from "./nodes/question.ts";
import { questionForTeam } from "./open-questions.ts";
import { type AssistantPorts, type HumanDecision, ModelFailure } from "./ports.ts";
import { helpfulSections } from "./related-sections.ts";
import {
  type Intent,
  type SupportStateType,
  type SupportUpdate,
  standaloneQuestion,
  stateOf,
  type TurnStart,
  windowOf,
} from "./state.ts";
import { isStopped, passagesOf, runNode, type TurnPorts, turnPorts, type WatchNode } from "./turn-ports.ts";

export type TurnOutcome =
  | {
      outcome: "finished";
      answer: string;
      citations: Citation[];
      grade: Grade | null;
      is_cache_hit: boolean;
      rephrased_question: string;
    }
  | { outcome: "escalated"; reason: EscalationReason; ticket_number: number }
  | { outcome: "clarifying" }
  | { outcome: "stopped" };

export interface TurnInput extends TurnStart {
  ports: AssistantPorts;
  /** Observes the nodes of the run. */
  onNode?: WatchNode;
}

/** More steps than the longest path through the graph has. */
const recursionLimit = 25;

/**
 * Processes one visitor message up to the stored answer or the hand-over. A paused turn is stored before `ports.escalate` notifies anyone.
 * Errors other than `ModelFailure` are thrown: the turn failed and may be retried.
 */
export async function runTurn(graph: SupportGraph, { ports, onNode, ...turn }: TurnInput): Promise<TurnOutcome> {
  const bound = turnPorts({ ...ports, history: turn.history }, onNode);
  try {
    return await outcomeOf(await lastState(graph, turn, bound), bound);
  } catch (error) {
    if (wasStopped(error, bound)) return { outcome: "stopped" };
    throw error;
  }
}

async function lastState(graph: SupportGraph, turn: TurnStart, ports: TurnPorts): Promise<SupportStateType> {
  const resume = await resumeOf(graph, turn);
  if (resume !== null) return runGraph(graph, endOfPause(resume), { ...turn, ports });
  const begin = beginningOf(turn, ports.tenant.drafts_only);
  const ended = await endBeforeGraph(stateOf(begin), ports);
  if (ended !== null) return ended;
  // An open pause or a failed attempt is left over: a new turn does not continue it.
  const left = await saverOf(graph).getTuple({ configurable: { thread_id: turn.ticketId } });
  if (left) await saverOf(graph).deleteThread(turn.ticketId);
  return runGraph(graph, begin, { ...turn, ports });
}

/**
 * Ends turns that need no graph: small talk and cached answers. A run of the graph costs more than the rest of such an answer, and there is
 * nothing to pause or continue.
 * @returns null when the graph is needed.
 */
async function endBeforeGraph(state: SupportStateType, ports: TurnPorts): Promise<SupportStateType | null> {
  const first = byIntent(state);
  if (first !== "finish" && first !== "check_cache") return null;
  const known =
    first === "finish" ? state : { ...state, ...(await runNode("check_cache", checkCache, { state, ports })) };
  if (first === "check_cache" && !known.is_cache_hit) return null;
  return { ...known, ...(await runNode("finish", finish, { state: known, ports })) };
}

/**
 * Runs the graph up to its end or a pause; then the checkpoint is stored. When it cannot be written, the pause still counts: the ticket's
 * row contains everything that the next turn needs (`beginningOf`). A finished thread is deleted.
 */
async function runGraph(
  graph: SupportGraph,
  input: SupportUpdate | ReturnType<typeof endOfPause>,
  { ticketId, ports }: { ticketId: string; ports: TurnPorts },
): Promise<SupportStateType> {
  // `exit`: one checkpoint is written when the run ends or pauses, and the stream ends after that.
  const config = {
    configurable: { thread_id: ticketId },
    context: { ...ports },
    durability: "exit" as const,
    recursionLimit,
  };
  let last: SupportStateType | undefined;
  let isPaused = false;
  try {
    for await (const state of await graph.stream(input, { ...config, streamMode: "values" })) {
      if (isInterrupted(state)) isPaused = true;
      else last = state;
    }
  } catch (error) {
    if (!isPaused) throw error;
  }
  if (last === undefined) throw new Error("the graph ran no node");
  if (!isPaused) await saverOf(graph).deleteThread(ticketId);
  return last;
}

function saverOf({ checkpointer }: SupportGraph): BaseCheckpointSaver {
  if (typeof checkpointer !== "object") throw new Error("the support graph has no checkpointer");
  return checkpointer;
}

/** Resume value of a paused thread: always an object. */
function endOfPause(resume: Approving | Choosing | Resumption) {
  return new Command<typeof resume, SupportUpdate, "await_approval" | "await_choice" | "await_human">({ resume });
}

/** The resume value for the turn's pause; null for a new turn, or when the ticket's thread is not paused for it. */
async function resumeOf(graph: SupportGraph, turn: TurnStart): Promise<Approving | Choosing | Resumption | null> {
  const { clarified, confirmed, hint } = turn;
  if (clarified === undefined && confirmed === undefined && hint === undefined) return null;
  const next = await pausesOf(graph, turn);
  if (confirmed !== undefined) return next.includes("await_approval") ? confirmed : null;
  if (clarified !== undefined) return next.includes("await_choice") ? { answer: clarified.answer } : null;
  return hint !== undefined && next.includes("await_human") ? { decision: { type: "hint", hint } } : null;
}

/** The fields at the start of a turn. When a pause is lost (deleted, or left by a failed turn), the fields contain its outcome. */
function beginningOf(turn: TurnStart, isDraft = false): SupportUpdate {
  const { clarified, confirmed, hint, seen, history } = turn;
  const begin = (question: string, intent: Intent = "question") => ({ messages: windowOf(history), question, intent });
  if (confirmed !== undefined) return { ...begin(confirmed.question), ...approvalUpdate(confirmed) };
  if (clarified !== undefined)
    return { ...begin(clarified.question), ...choiceUpdate(clarified.answer, clarified.options) };
  if (hint !== undefined) return { ...begin(turn.question), hint };
  const intent = intentFor(turn, isDraft);
  if (seen === undefined || intent === "asked_for_person" || intent === "held_out" || intent === "for_agent")
    return begin(turn.question, intent);
  // The text and the picture descriptions form one question: the search, the answer and the grade use both.
  return begin(turn.question === "" ? seen : `${turn.question}\n\n${seen}`);
}

/** With drafts only, what would be answered without documents waits for an agent. */
function intentFor(turn: TurnStart, isDraft: boolean): Intent {
  if (turn.isHeldOut) return "held_out";
  if (turn.isBesideApproval) return "beside_approval";
  const intent = intentOf(turn.question);
  return isDraft &&
    (intent === "small_talk" || intent === "unclear" || (intent === "only_files" && turn.seen === undefined))
    ? "for_agent"
    : intent;
}

/**
 * Continues a paused ticket with an agent's decision. A ticket that an agent took over without a pause (or whose thread is lost) gets the
 * answer anyway: a missing checkpoint never loses an agent's text.
 */
export async function resumeTurn(
  graph: SupportGraph,
  { decision, ports, ...thread }: { ticketId: string; decision: HumanDecision; ports: AssistantPorts },
): Promise<{ outcome: "finished"; resumed: boolean }> {
  const bound = turnPorts({ ...ports, isStopped: () => false, signal: new AbortController().signal });
  if (!(await pausesOf(graph, thread)).includes("await_human")) {
    if (decision.type === "resolve") await ports.finishHuman(decision);
    return { outcome: "finished", resumed: false };
  }
  await runGraph(graph, endOfPause({ decision }), { ...thread, ports: bound });
  return { outcome: "finished", resumed: true };
}

/** The nodes at which the ticket's thread is paused. An unreadable checkpoint counts as lost; no text depends on it. */
async function pausesOf(graph: SupportGraph, { ticketId }: { ticketId: string }): Promise<string[]> {
  const snapshot = await graph.getState({ configurable: { thread_id: ticketId } }).catch(() => undefined);
  return snapshot?.next ?? [];
}

/** Reports the reason of the pause, unless the turn was stopped meanwhile. */
async function outcomeOf(state: SupportStateType, ports: TurnPorts): Promise<TurnOutcome> {
  const { clarification, is_proposing, escalation, calls } = state;
  const question = standaloneQuestion(state);
  if (clarification === null && !is_proposing && escalation === null) {
    const { answer, citations, confidence: grade, is_cache_hit } = state;
    return { outcome: "finished", answer, citations, grade, is_cache_hit, rephrased_question: question };
  }
  if (isStopped(ports)) return { outcome: "stopped" };
  if (clarification !== null) {
    await ports.clarify({ ...clarification, question: state.question });
    return { outcome: "clarifying" };
  }
  if (escalation !== null && !is_proposing) return handOver(state, escalation, ports);
  const { write } = ports.acted;
  if (write === null || !ports.confirm) throw new Error("a write was proposed that nobody can be asked about");
  await ports.confirm({ ...write, question, calls });
  return { outcome: "clarifying" };
}

async function handOver(
  state: SupportStateType,
  { reason, summary }: { reason: EscalationReason; summary: string },
  ports: TurnPorts,
): Promise<TurnOutcome> {
  const sections = helpfulSections(state, await passagesOf(state, ports), ports.model);
  const related = sections.length > 0 ? { related: sections } : {};
  const { ticket_number } = await ports.escalate({
    reason,
    summary,
    subject: subjectFor(state, ports),
    ...(await leftOver(state, ports)),
    ...related,
  });
  return { outcome: "escalated", reason, ticket_number };
}

/** A follow-up such as "and for teams?" has no subject of its own; the standalone question has one. */
function subjectFor(state: SupportStateType, { tenant }: TurnPorts): string {
  const { question, messages, intent } = state;
  const isFollowUp = intent === "question" && refersBack(question, tenant.locale);
  return questionForTeam(messages, isFollowUp ? standaloneQuestion(state) : question);
}

function wasStopped(error: unknown, ports: TurnPorts): boolean {
  return isStopped(ports) || (error instanceof ModelFailure && error.kind === "cancelled");
}
