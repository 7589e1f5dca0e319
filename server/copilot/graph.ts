import {
  type BaseCheckpointSaver,
  Command,
  END,
  isGraphBubbleUp,
  type LangGraphRunnableConfig,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { type CopilotAction, type CopilotQuestion, copilotQuestionSchema } from "../../protocol/copilot.ts";
import type { CopilotAnswer } from "../../protocol/copilot-conversations.ts";
import { openSpan, runIn } from "../core/trace.ts";
import { act, checkRetrieval } from "./nodes/act.ts";
import { ask } from "./nodes/ask.ts";
import { format } from "./nodes/format.ts";
import { resolveDocuments } from "./nodes/resolve-documents.ts";
import { resolveIntent } from "./nodes/resolve-intent.ts";
import { validate } from "./nodes/validate.ts";
import type { CopilotPorts } from "./ports.ts";
import { CopilotState, type CopilotStateType, type CopilotUpdate } from "./state.ts";

type Node<Result> = (state: CopilotStateType, ports: CopilotPorts) => Promise<Result>;
const actions = ["summarize", "inquire", "compare", "audit"] as const satisfies readonly CopilotAction[];

/**
 * The copilot's graph (design section 16).
 *
 * ```
 * START -> resolve_intent -> resolve_documents -> validate -> summarize | inquire | compare | audit -> check_retrieval -> format -> END
 * ```
 *
 * A node that lacks something puts a question into the state; `ask` interrupts the run with it and goes on where the answer counts.
 */
export function createCopilotGraph(checkpointer: BaseCheckpointSaver) {
  return new StateGraph(CopilotState)
    .addNode("resolve_intent", node("resolve_intent", resolveIntent))
    .addNode("resolve_documents", node("resolve_documents", resolveDocuments))
    .addNode("validate", node("validate", validate))
    .addNode("summarize", node("summarize", act))
    .addNode("inquire", node("inquire", act))
    .addNode("compare", node("compare", act))
    .addNode("audit", node("audit", act))
    .addNode("check_retrieval", node("check_retrieval", checkRetrieval))
    .addNode("format", node("format", format))
    .addNode("ask", node("ask", ask), { ends: ["resolve_documents", "validate", ...actions, END] })
    .addEdge(START, "resolve_intent")
    .addConditionalEdges("resolve_intent", orAsk("resolve_documents"), ["resolve_documents", "ask", END])
    .addConditionalEdges("resolve_documents", orAsk("validate"), ["validate", "ask", END])
    .addConditionalEdges("validate", (state) => orAsk(state.action ?? "inquire")(state), [...actions, "ask", END])
    .addEdge("summarize", "check_retrieval")
    .addEdge("inquire", "check_retrieval")
    .addEdge("compare", "check_retrieval")
    .addEdge("audit", "check_retrieval")
    .addConditionalEdges("check_retrieval", orAsk("format"), ["format", "ask", END])
    .addEdge("format", END)
    .compile({ checkpointer, name: "copilot" });
}
export type CopilotGraph = ReturnType<typeof createCopilotGraph>;

function orAsk<Next extends string>(next: Next) {
  return ({ question, outcome }: CopilotStateType): Next | "ask" | typeof END => {
    if (outcome) return END;
    return question === null ? next : "ask";
  };
}

/** A step of the graph as a span of the run's trace. */
function node<Result extends CopilotUpdate | Command>(name: string, work: Node<Result>) {
  return async (state: CopilotStateType, config: LangGraphRunnableConfig): Promise<Result> => {
    // The runtime context is typed as a plain record; `runCopilot` is the only caller and always passes the ports.
    const ports = config.context as unknown as CopilotPorts;
    ports.signal.throwIfAborted();
    const span = openSpan(`node ${name}`);
    try {
      const update = await (span ? runIn(span, () => work(state, ports)) : work(state, ports));
      span?.end();
      return update;
    } catch (error) {
      // A question is no failure: LangGraph pauses by throwing.
      span?.end(isGraphBubbleUp(error) ? undefined : "node failed");
      throw error;
    }
  };
}

/** The thread of a run: the message that it is about, which deletes it when it is deleted (`db/always/checkpoints.sql`). */
const threadOf = (askedId: string) => `copilot:${askedId}`;

/** A run that ended, or that waits for an answer. */
export type RunResult = { state: CopilotStateType; question: CopilotQuestion | null };

/**
 * One message up to a result or a question. A thread that waits is resumed with the answer; one that broke off goes on after its last finished
 * node; any other begins anew.
 * @param given the state of a run that begins
 * @param answer to the question that waits; without one, the question is given back
 * @throws ModelFailure where a model was needed and failed; the signal's reason when nobody waits any more.
 */
export async function runCopilot(
  graph: CopilotGraph,
  { askedId, given, answer }: { askedId: string; given: CopilotStateType; answer: CopilotAnswer | null },
  ports: CopilotPorts,
): Promise<RunResult> {
  const config = { configurable: { thread_id: threadOf(askedId) }, context: { ...ports }, durability: "sync" as const };
  const read = async () => {
    const { values, next, tasks } = await graph.getState(config);
    const waiting = tasks.flatMap(({ interrupts }) => interrupts).at(-1)?.value;
    // The values of a thread that was never written are empty.
    const state: Partial<CopilotStateType> = values;
    return { state, isOpen: next.length > 0, question: copilotQuestionSchema.safeParse(waiting).data ?? null };
  };
  const before = await read();
  const isOver = before.state.outcome?.isCancelled === false;
  if (before.question && answer)
    await graph.invoke(new Command<CopilotAnswer, CopilotUpdate, "ask">({ resume: answer }), config);
  else if (before.question === null && !isOver) await graph.invoke(before.isOpen ? null : given, config);
  const { state, question } = await read();
  return { state: { ...given, ...state }, question };
}

/** Deletes the checkpoints of a run that nobody can go on with. */
export async function forgetRun({ checkpointer }: CopilotGraph, askedId: string): Promise<void> {
  if (typeof checkpointer === "object") await checkpointer.deleteThread(threadOf(askedId));
}
