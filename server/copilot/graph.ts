import { END, type LangGraphRunnableConfig, START, StateGraph } from "../assistant/langgraph.ts";
import { conclude } from "./nodes/conclude.ts";
import { checkRetrieval, type Finding, findEvidence } from "./nodes/find-evidence.ts";
import { resolveDocuments } from "./nodes/resolve-documents.ts";
import { resolveIntent } from "./nodes/resolve-intent.ts";
import { validate } from "./nodes/validate.ts";
import type { CopilotPorts } from "./ports.ts";
import { CopilotState, type CopilotStateType, type CopilotUpdate } from "./state.ts";

type BoundPorts = CopilotPorts & { finding: Finding };
type Node = (state: CopilotStateType, ports: BoundPorts) => Promise<CopilotUpdate>;

/**
 * The copilot's graph, compiled once per process and shared by all: whatever belongs to a message comes with the call.
 *
 * ```
 * START -> resolve_intent -> resolve_documents -> validate -> find_evidence -> check_retrieval -> conclude -> END
 * ```
 *
 * Each step may end the run with a question to the person or with a sentence why it cannot go on. What is decided by then is in `settled`, which
 * the caller keeps with the message; a run with an answer begins at START again and passes what is decided (docs/decisions/0088).
 */
function createCopilotGraph() {
  return new StateGraph(CopilotState)
    .addNode("resolve_intent", withPorts(resolveIntent))
    .addNode("resolve_documents", withPorts(resolveDocuments))
    .addNode("validate", withPorts(validate))
    .addNode("find_evidence", withPorts(findEvidence))
    .addNode("check_retrieval", withPorts(checkRetrieval))
    .addNode("conclude", withPorts(conclude))
    .addEdge(START, "resolve_intent")
    .addConditionalEdges("resolve_intent", orEnd("resolve_documents"), ["resolve_documents", END])
    .addConditionalEdges("resolve_documents", orEnd("validate"), ["validate", END])
    .addConditionalEdges("validate", orEnd("find_evidence"), ["find_evidence", END])
    .addEdge("find_evidence", "check_retrieval")
    .addConditionalEdges("check_retrieval", orEnd("conclude"), ["conclude", END])
    .addEdge("conclude", END)
    .compile({ name: "copilot" });
}

const graph = createCopilotGraph();

function orEnd<Next extends string>(next: Next) {
  return ({ question, refusal }: CopilotStateType): Next | typeof END =>
    question === null && refusal === "" ? next : END;
}

function withPorts(node: Node) {
  return (state: CopilotStateType, config: LangGraphRunnableConfig): Promise<CopilotUpdate> => {
    // The runtime context is typed as a plain record; `runCopilot` is the only caller and always passes the ports.
    const ports = config.context as unknown as BoundPorts;
    ports.signal.throwIfAborted();
    return node(state, ports);
  };
}

/**
 * One message up to a result, a question or a refusal.
 * @throws ModelFailure where a model was needed and failed; the signal's reason when nobody waits any more.
 */
export async function runCopilot(state: CopilotStateType, ports: CopilotPorts): Promise<CopilotStateType> {
  return graph.invoke(state, { context: { ...ports, finding: {} } });
}
