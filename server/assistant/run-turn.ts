import { type BaseCheckpointSaver, Command, isInterrupted } from "@langchain/langgraph";
import type { Citation, EscalationReason, Grade } from "../../protocol/messages.ts";
import { byIntent, type SupportGraph } from "./graph.ts";
import { intentOf } from "./intent.ts";
import { type Approving, approvalUpdate } from "./nodes/act.ts";
import { finish } from "./nodes/answer.ts";
import { leftOver, type Resumption } from "./nodes/hand-over.ts";
import { type Choosing, checkCache, choiceUpdate } from "./nodes/question.ts";
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
  /** For whoever looks at the way to an answer. */
  onNode?: WatchNode;
}

/** More steps than the longest way through the graph has. */
const recursionLimit = 25;

/**
 * One visitor message up to the stored answer, or up to a person being asked. A paused turn is on disk before
 * `ports.escalate` tells anybody. Errors that are no `ModelFailure` come through: the turn failed and may be tried again.
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
  const begin = beginningOf(turn);
  const ended = await endBeforeGraph(stateOf(begin), ports);
  if (ended !== null) return ended;
  // A pause that nobody ended, or a try that failed: a new turn continues nothing of it.
  const left = await saverOf(graph).getTuple({ configurable: { thread_id: turn.ticketId } });
  if (left) await saverOf(graph).deleteThread(turn.ticketId);
  return runGraph(graph, begin, { ...turn, ports });
}

/**
 * Ends what needs no graph: small talk, and a question that the cache answers. A run of the graph costs more than all the rest of such an
 * answer, and there is nothing in it to pause or to continue.
 * @returns null where the graph is needed.
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
 * Runs the graph up to its end or its pause; then the checkpoint is on disk. Where it cannot be written, the pause counts all the same: its
 * row on the ticket has all that the next turn needs (`beginningOf`). A thread that came to its end is deleted.
 */
async function runGraph(
  graph: SupportGraph,
  input: SupportUpdate | ReturnType<typeof endOfPause>,
  { ticketId, ports }: { ticketId: string; ports: TurnPorts },
): Promise<SupportStateType> {
  // `exit`: one checkpoint is written, when the run ends or pauses, and the stream ends once it is.
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

/** What a paused thread goes on with: always an object. */
function endOfPause(resume: Approving | Choosing | Resumption) {
  return new Command<typeof resume, SupportUpdate, "await_approval" | "await_choice" | "await_human">({ resume });
}

/** What ends the pause that the turn takes up; null for a turn that begins anew, and where the ticket's thread does not wait for it. */
async function resumeOf(graph: SupportGraph, turn: TurnStart): Promise<Approving | Choosing | Resumption | null> {
  const { clarified, confirmed, hint } = turn;
  if (clarified === undefined && confirmed === undefined && hint === undefined) return null;
  const next = await pausesOf(graph, turn);
  if (confirmed !== undefined) return next.includes("await_approval") ? confirmed : null;
  if (clarified !== undefined) return next.includes("await_choice") ? { answer: clarified.answer } : null;
  return hint !== undefined && next.includes("await_human") ? { decision: { type: "hint", hint } } : null;
}

/**
 * The fields that a new turn begins with. A pause that is gone (deleted, or left behind by a turn that failed) is made up for by fields
 * that have its outcome in them.
 */
function beginningOf(turn: TurnStart): SupportUpdate {
  const { clarified, confirmed, hint, seen, history } = turn;
  const begin = (question: string, intent: Intent = "question") => ({ messages: windowOf(history), question, intent });
  if (confirmed !== undefined) return { ...begin(confirmed.question), ...approvalUpdate(confirmed) };
  if (clarified !== undefined)
    return { ...begin(clarified.question), ...choiceUpdate(clarified.answer, clarified.options) };
  if (hint !== undefined) return { ...begin(turn.question), hint };
  const intent = intentOf(turn.question);
  if (seen === undefined || intent === "asked_for_person") return begin(turn.question, intent);
  // The words and what was seen are one question: it is searched, answered and graded by both.
  return begin(turn.question === "" ? seen : `${turn.question}\n\n${seen}`);
}

/**
 * Continues a paused ticket with a person's decision. A ticket that a person took over without a pause (or whose thread is gone)
 * gets the answer all the same: a person's words are never lost to a missing checkpoint.
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

/** Where the ticket's thread is paused. One that cannot be read counts as gone: nobody's words hang on a checkpoint. */
async function pausesOf(graph: SupportGraph, { ticketId }: { ticketId: string }): Promise<string[]> {
  const snapshot = await graph.getState({ configurable: { thread_id: ticketId } }).catch(() => undefined);
  return snapshot?.next ?? [];
}

/** Tells what the graph has paused for, unless the turn was stopped meanwhile. */
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
  const { ticket_number } = await ports.escalate({ reason, summary, ...(await leftOver(state, ports)), ...related });
  return { outcome: "escalated", reason, ticket_number };
}

function wasStopped(error: unknown, ports: TurnPorts): boolean {
  return isStopped(ports) || (error instanceof ModelFailure && error.kind === "cancelled");
}
