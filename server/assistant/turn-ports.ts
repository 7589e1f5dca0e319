import { isGraphBubbleUp, type LangGraphRunnableConfig } from "@langchain/langgraph";
import { readySentences } from "../core/text/ready/index.ts";
import type { ReadySentences } from "../core/text/ready/table.ts";
import { openSpan, runIn } from "../core/trace.ts";
import { type AssistantPorts, ModelFailure, type RetrievedChunk } from "./ports.ts";
import type { SupportStateType, SupportUpdate } from "./state.ts";
import type { CallResult, ConfirmationInput } from "./tool-ports.ts";

/**
 * The ports with the texts of this turn's passages. They are passed in LangGraph's runtime context, which is never stored in a checkpoint.
 */
export interface TurnPorts extends AssistantPorts {
  passages: Map<string, RetrievedChunk>;
  /** Results of calls, by id. */
  results: Map<string, CallResult>;
  /** The write that waits for approval after the turn has paused; and whether a tool was wanted, or might have been. */
  acted: { write: ConfirmationInput | null; isWanted: boolean };
  onNode?: WatchNode | undefined;
}

/** Called at the end of each node with its state, its update and its duration in ms. */
export type WatchNode = (node: { name: string; state: SupportStateType; update: SupportUpdate; ms: number }) => void;

/** A node of the graph: it reads the state, and reaches the outside only through the ports. */
export type SupportNode = (state: SupportStateType, ports: TurnPorts) => Promise<SupportUpdate> | SupportUpdate;

/** The ports of the current turn. */
export function portsOf(config: LangGraphRunnableConfig): TurnPorts {
  // The runtime context is typed as a plain record; `run-turn.ts` is the only caller and always passes the ports.
  return config.context as unknown as TurnPorts;
}

export function turnPorts(ports: AssistantPorts, onNode?: WatchNode): TurnPorts {
  return { ...ports, passages: new Map(), results: new Map(), acted: { write: null, isWanted: false }, onNode };
}

/** True when the turn must do and show nothing more. */
export function isStopped(ports: AssistantPorts): boolean {
  return ports.signal.aborted || ports.isStopped();
}

/** Wraps a node for LangGraph. */
export function asNode(name: string, node: SupportNode) {
  return (state: SupportStateType, config: LangGraphRunnableConfig): Promise<SupportUpdate> =>
    runNode(name, node, { state, ports: portsOf(config) });
}

/**
 * Runs a node with its span, and notifies the observer.
 * @throws Error when the turn was stopped before.
 */
export async function runNode(
  name: string,
  node: SupportNode,
  { state, ports }: { state: SupportStateType; ports: TurnPorts },
): Promise<SupportUpdate> {
  if (isStopped(ports)) throw new Error("the turn was stopped");
  const span = openSpan(`node ${name}`);
  const started = performance.now();
  try {
    const update = await (span ? runIn(span, () => node(state, ports)) : node(state, ports));
    span?.end();
    ports.onNode?.({ name, state, update, ms: performance.now() - started });
    return update;
  } catch (error) {
    // A pause is not a failure: LangGraph throws to pause.
    span?.end(isGraphBubbleUp(error) ? undefined : "node failed");
    throw error;
  }
}

/** Sends the status of the current step, in the visitor's language. */
export function publishStatus(ports: AssistantPorts, node: keyof ReadySentences["status"]): void {
  ports.emit("status", { node, content: readySentences[ports.language ?? "en"].status[node] });
}

/** The retrieved passages with their texts, best first; deleted chunks are left out. */
export async function passagesOf(state: SupportStateType, ports: TurnPorts): Promise<RetrievedChunk[]> {
  const missing = state.context.filter((entry) => !ports.passages.has(entry.chunk_id)).map((entry) => entry.chunk_id);
  if (missing.length > 0)
    for (const chunk of await ports.loadChunks(missing)) ports.passages.set(chunk.chunk_id, chunk);
  return state.context.flatMap((entry) => {
    const chunk = ports.passages.get(entry.chunk_id);
    return chunk ? [{ ...chunk, score: entry.score }] : [];
  });
}

/** Results of the calls made for this question, oldest first. */
export async function resultsOf({ calls }: SupportStateType, ports: TurnPorts): Promise<CallResult[]> {
  const missing = calls.filter((id) => !ports.results.has(id));
  if (missing.length > 0)
    for (const result of (await ports.tools?.load(missing)) ?? []) ports.results.set(result.call_id, result);
  return calls.flatMap((id) => ports.results.get(id) ?? []);
}

/**
 * Returns a model failure that the node can handle.
 * @throws every other error, and a cancelled call, because then the turn itself was stopped.
 */
export function modelFailure(error: unknown): ModelFailure {
  if (error instanceof ModelFailure && error.kind !== "cancelled") return error;
  throw error;
}

/** The visitor's memories for models; empty when there are none. */
export function known({ memories = [] }: AssistantPorts): { memories?: readonly string[] } {
  return memories.length > 0 ? { memories } : {};
}
