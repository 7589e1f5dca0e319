import { readySentences } from "../text/ready/index.ts";
import type { ReadySentences } from "../text/ready/table.ts";
import type { AssistantPorts, RetrievedChunk } from "./ports.ts";
import type { SupportStateType, SupportUpdate } from "./state.ts";
import type { CallResult, ConfirmationInput } from "./tool-ports.ts";

/**
 * The ports with the texts of this turn's passages beside them. They travel in LangGraph's runtime context, which
 * is never written to a checkpoint.
 */
export interface TurnPorts extends AssistantPorts {
  passages: Map<string, RetrievedChunk>;
  /** Results of calls, by their ids. */
  results: Map<string, CallResult>;
  /** The write that waits for a yes once the turn has paused; and whether a tool was wanted, or might have been. */
  acted: { write: ConfirmationInput | null; isWanted: boolean };
  onNode?: WatchNode | undefined;
}

/** Told of each node as it ends: the state that it was given, what it made of it, and the time. */
export type WatchNode = (node: { name: string; state: SupportStateType; update: SupportUpdate; ms: number }) => void;

/** A step of the graph: what it reads is the state, what it does to the world goes through the ports. */
export type SupportNode = (state: SupportStateType, ports: TurnPorts) => Promise<SupportUpdate> | SupportUpdate;

export function turnPorts(ports: AssistantPorts, onNode?: WatchNode): TurnPorts {
  return { ...ports, passages: new Map(), results: new Map(), acted: { write: null, isWanted: false }, onNode };
}

/** What is done meanwhile, in the visitor's language. */
export function tellStatus(ports: AssistantPorts, node: keyof ReadySentences["status"]): void {
  ports.emit("status", { node, content: readySentences[ports.language ?? "en"].status[node] });
}

/** The retrieved passages with their texts, best first; those whose chunk is gone since are left out. */
export async function passagesOf(state: SupportStateType, ports: TurnPorts): Promise<RetrievedChunk[]> {
  const missing = state.context.filter((entry) => !ports.passages.has(entry.chunk_id)).map((entry) => entry.chunk_id);
  if (missing.length > 0)
    for (const chunk of await ports.loadChunks(missing)) ports.passages.set(chunk.chunk_id, chunk);
  return state.context.flatMap((entry) => {
    const chunk = ports.passages.get(entry.chunk_id);
    return chunk ? [{ ...chunk, score: entry.score }] : [];
  });
}

/** What calls made for this question have told, oldest first. */
export async function resultsOf({ calls }: SupportStateType, ports: TurnPorts): Promise<CallResult[]> {
  const missing = calls.filter((id) => !ports.results.has(id));
  if (missing.length > 0)
    for (const result of (await ports.tools?.load(missing)) ?? []) ports.results.set(result.call_id, result);
  return calls.flatMap((id) => ports.results.get(id) ?? []);
}

/** What models are told of the visitor; nothing where nothing is remembered. */
export function known({ memories = [] }: AssistantPorts): { memories?: readonly string[] } {
  return memories.length > 0 ? { memories } : {};
}
