import type { Citation, EscalationReason, Grade } from "../../protocol/messages.ts";
import type { SupportGraph } from "./graph.ts";
import { intentOf } from "./intent.ts";
import { Command, isInterrupted } from "./langgraph.ts";
import { type Approving, approvalUpdate } from "./nodes/await-approval.ts";
import { type Choosing, choiceUpdate } from "./nodes/await-choice.ts";
import type { Resumption } from "./nodes/await-human.ts";
import { leftOver } from "./nodes/escalate.ts";
import { type AssistantPorts, type HumanDecision, ModelFailure } from "./ports.ts";
import { helpfulSections } from "./related-sections.ts";
import { shortCut } from "./short-cut.ts";
import { freshState, type SupportStateType, type SupportUpdate, standaloneQuestion, type TurnStart } from "./state.ts";
import { passagesOf, type TurnPorts, turnPorts, type WatchNode } from "./turn-ports.ts";

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

/** A ticket's thread. Without a tenant it is one of a saver that knows none, as in tests of the graph alone. */
type Thread = Pick<TurnStart, "tenantId" | "ticketId">;

export interface TurnInput extends TurnStart {
  ports: AssistantPorts;
  /** For whoever looks at the way to an answer. */
  onNode?: WatchNode;
}

/** Steps of the longest way through the graph, with room for `clarify`, and for `act` and its pauses. */
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

async function lastState(graph: SupportGraph, turn: TurnStart, bound: TurnPorts): Promise<SupportStateType> {
  const input = await inputOf(graph, turn);
  if (input instanceof Command) return runGraph(graph, input, runConfig(turn, bound));
  const { state, isOver } = await shortCut(input, bound);
  if (isOver) return state;
  await forget(graph, turn);
  return runGraph(graph, state, runConfig(turn, bound));
}

/**
 * Runs the graph up to its end or pause. The checkpoint is on disk then. Where it cannot be written, the pause counts all the same: its row
 * on the ticket has what the next turn needs (`inputOf`).
 */
async function runGraph(
  graph: SupportGraph,
  input: SupportStateType | Exclude<Awaited<ReturnType<typeof inputOf>>, SupportStateType>,
  config: ReturnType<typeof runConfig>,
): Promise<SupportStateType> {
  let last: SupportStateType | undefined;
  try {
    for await (const state of await graph.stream(input, { ...config, streamMode: "values" }))
      if (!isInterrupted(state)) last = state;
  } catch (error) {
    if (last === undefined || !isPaused(last)) throw error;
  }
  if (last === undefined) throw new Error("the graph ran no step");
  return last;
}

function isPaused({ clarification, is_proposing, escalation }: SupportStateType): boolean {
  return clarification !== null || is_proposing || escalation !== null;
}

/**
 * Where the turn begins: at the pause that it ends, or from the start. A pause that is gone (pruned, or left behind by a turn that
 * failed) is made up for by a state that has its outcome in it.
 */
async function inputOf(graph: SupportGraph, turn: TurnStart) {
  const { clarified, confirmed, hint } = turn;
  if (clarified === undefined && confirmed === undefined && hint === undefined) {
    const intent = intentOf(turn.question);
    if (turn.seen === undefined || intent === "asked_for_person") return freshState(turn, intent);
    return freshState({ ...turn, question: withSeen(turn.question, turn.seen) }, "question");
  }
  const next = await pausesOf(graph, turn);
  if (confirmed !== undefined) {
    const { question, ...answer } = confirmed;
    if (next.includes("await_approval"))
      return new Command<Approving, SupportUpdate, "await_approval">({ resume: answer });
    return { ...freshState({ ...turn, question }, "question"), ...approvalUpdate(answer) };
  }
  if (clarified !== undefined) {
    if (next.includes("await_choice"))
      return new Command<Choosing, SupportUpdate, "await_choice">({ resume: { answer: clarified.answer } });
    const asked = freshState({ ...turn, question: clarified.question }, "question");
    return { ...asked, ...choiceUpdate(clarified.answer, clarified.options) };
  }
  if (hint !== undefined && next.includes("await_human"))
    return new Command<Resumption, SupportUpdate, "await_human">({ resume: { decision: { type: "hint", hint } } });
  return freshState(turn, "question");
}

/** The words and what was seen, as one question: it is searched, answered and graded by both. */
function withSeen(words: string, seen: string): string {
  return words === "" ? seen : `${words}\n\n${seen}`;
}

/**
 * Continues a paused ticket with a person's decision. A ticket that a person took over without a pause (or whose thread is gone)
 * gets the answer all the same: a person's words are never lost to a missing checkpoint.
 */
export async function resumeTurn(
  graph: SupportGraph,
  { decision, ports, ...thread }: Thread & { decision: HumanDecision; ports: AssistantPorts },
): Promise<{ outcome: "finished"; resumed: boolean }> {
  const bound = turnPorts({ ...ports, isStopped: () => false, signal: new AbortController().signal });
  if (!(await pausesOf(graph, thread)).includes("await_human")) {
    if (decision.type === "resolve") await ports.finishHuman(decision);
    return { outcome: "finished", resumed: false };
  }
  const resumption = new Command<Resumption, SupportUpdate, "await_human">({ resume: { decision } });
  await graph.invoke(resumption, runConfig(thread, bound));
  return { outcome: "finished", resumed: true };
}

/** Where the ticket's thread is paused. One that cannot be read counts as gone: nobody's words hang on a checkpoint. */
async function pausesOf(graph: SupportGraph, thread: Thread): Promise<string[]> {
  const snapshot = await graph.getState({ configurable: { thread_id: thread.ticketId } }).catch(() => undefined);
  return snapshot?.next ?? [];
}

/** A turn that begins anew continues nothing: the checkpoints of the ticket's last turn go. */
async function forget({ checkpointer }: SupportGraph, { ticketId }: Thread): Promise<void> {
  if (typeof checkpointer === "object") await checkpointer.deleteThread(ticketId);
}

/** `exit` writes one checkpoint, when the run ends or pauses, and `invoke` returns only once it is written. */
function runConfig({ ticketId }: Thread, ports: TurnPorts) {
  const configurable = { thread_id: ticketId };
  return { configurable, context: { ...ports }, durability: "exit" as const, recursionLimit };
}

async function outcomeOf(state: SupportStateType, ports: TurnPorts): Promise<TurnOutcome> {
  if (state.stopped) return { outcome: "stopped" };
  if (state.clarification !== null) return askBack(state, state.clarification, ports);
  if (state.is_proposing) return askForYes(state, ports);
  if (state.escalation !== null) return handOver(state, state.escalation, ports);
  const { answer, citations, grade, is_cache_hit } = state;
  return { outcome: "finished", answer, citations, grade, is_cache_hit, rephrased_question: standaloneQuestion(state) };
}

async function askBack(
  state: SupportStateType,
  { prompt, options }: NonNullable<SupportStateType["clarification"]>,
  ports: TurnPorts,
): Promise<TurnOutcome> {
  if (ports.signal.aborted || ports.isStopped()) return { outcome: "stopped" };
  await ports.clarify({ question: state.question, prompt, options });
  return { outcome: "clarifying" };
}

async function askForYes(state: SupportStateType, ports: TurnPorts): Promise<TurnOutcome> {
  if (ports.signal.aborted || ports.isStopped()) return { outcome: "stopped" };
  const { write } = ports.acted;
  if (write === null || !ports.confirm) throw new Error("a write was proposed that nobody can be asked about");
  await ports.confirm({ ...write, question: standaloneQuestion(state), calls: state.calls });
  return { outcome: "clarifying" };
}

async function handOver(
  state: SupportStateType,
  { reason, summary }: { reason: EscalationReason; summary: string },
  ports: TurnPorts,
): Promise<TurnOutcome> {
  if (ports.signal.aborted || ports.isStopped()) return { outcome: "stopped" };
  const related = helpfulSections(state, await passagesOf(state, ports), ports.model);
  const { ticket_number } = await ports.escalate({
    reason,
    summary,
    ...(await leftOver(state, ports)),
    ...(related.length > 0 ? { related } : {}),
  });
  return { outcome: "escalated", reason, ticket_number };
}

function wasStopped(error: unknown, ports: TurnPorts): boolean {
  if (ports.signal.aborted || ports.isStopped()) return true;
  return error instanceof ModelFailure && error.kind === "cancelled";
}
