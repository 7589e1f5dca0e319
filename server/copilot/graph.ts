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
 * A node with missing input puts a question into the state. `ask` interrupts the run, and continues with the node that uses the answer.
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

/** Traces a step of the graph as a span of the run. */
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

/** The thread of a run is its message; deleting the message deletes the thread (`db/always/checkpoints.sql`). */
const threadOf = (askedId: string) => `copilot:${askedId}`;

/** A finished run, or one that waits for an answer. */
export type RunResult = { state: CopilotStateType; question: CopilotQuestion | null };

/**
 * Runs one message up to a result or a question. A waiting thread is resumed with the answer, an interrupted one continues after its
 * last finished node, and any other starts from the beginning.
 * @param given the initial state
 * @param answer to the waiting question; without one, the question is returned again
 * @throws ModelFailure when a needed model failed; the signal's reason when the run was cancelled.
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
    // The values of an unknown thread are empty.
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

/** Deletes the checkpoints of a run that cannot be continued. */
export async function forgetRun({ checkpointer }: CopilotGraph, askedId: string): Promise<void> {
  if (typeof checkpointer === "object") await checkpointer.deleteThread(threadOf(askedId));
}
