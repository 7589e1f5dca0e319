import { isDeepStrictEqual } from "node:util";
import { newId } from "../core/ids.ts";
import { readySentences } from "../core/text/ready/index.ts";
import { redact } from "../core/text/redact.ts";
import { cut } from "../core/text/shorten.ts";
import { ModelFailure } from "./ports.ts";
import { type SupportStateType, standaloneQuestion } from "./state.ts";
import {
  activityOf,
  type BegunCall,
  type CallResult,
  type ConfirmationInput,
  type OfferedTool,
  type ProposedCall,
  type ToolPort,
} from "./tool-ports.ts";
import { publishStatus, type TurnPorts } from "./turn-ports.ts";

/** Most calls for one question, before and after a pause together. */
const maxCalls = 6;
/** Most rounds in which a model proposes calls. */
export const maxRounds = 3;
/** Timeout in ms for proposals and reads together. An approved write has its own timeout. */
export const actingMs = 30_000;
const maxNoteChars = 300;
/** Characters of the arguments shown while a tool is working. */
const maxShownChars = 2_000;

/** The calls of one run of the node. */
export interface Acting {
  state: SupportStateType;
  ports: TurnPorts;
  tools: ToolPort;
  offered: readonly OfferedTool[];
  /** All results for this question, oldest first. */
  results: CallResult[];
  /** Proposed calls that were not made, for the model. */
  notes: string[];
  /** The model was told about a failure; a second one ends the calls. */
  wasTold: boolean;
  /** Number of proposed calls, made or not. */
  proposed: number;
  /** The calls made in this run, and the write approved before it: none is made or proposed twice. */
  made: Pick<ProposedCall, "name" | "arguments">[];
  signal: AbortSignal;
}

/**
 * Asks the model for calls, makes them, and asks again with the results.
 * @returns a write that needs an approval, if one was proposed.
 */
export async function callTools(acting: Acting, rounds: number): Promise<ConfirmationInput | null> {
  for (let round = 0; round < rounds && acting.proposed < maxCalls && !acting.signal.aborted; round += 1) {
    const calls = (await propose(acting)).slice(0, maxCalls - acting.proposed);
    acting.proposed += calls.length;
    const fresh = calls.filter((call) => isFirst(acting, call));
    if (fresh.length === 0) return null;
    if (round === 0) publishStatus(acting.ports, "act");
    const { hasFailed, write } = await carryOut(acting, fresh);
    if (write !== null) return write;
    if (hasFailed && acting.wasTold) return null;
    acting.wasTold ||= hasFailed;
  }
  return null;
}

/** A model that fails or takes too long requests no calls: the documents may still contain an answer. */
async function propose({ state, ports, offered, results, notes, signal }: Acting): Promise<ProposedCall[]> {
  const question = standaloneQuestion(state);
  const hint = state.hint === "" ? {} : { hint: state.hint };
  try {
    const asker = (await ports.asker?.()) ?? {};
    const about = { question, history: state.messages, tenant: ports.tenant, asker, ...hint };
    const calls = (await ports.model.act?.({ ...about, tools: offered, results, notes }, signal)) ?? [];
    ports.acted.isWanted ||= calls.length > 0;
    return calls;
  } catch (error) {
    if (!(error instanceof ModelFailure) || ports.signal.aborted) throw error;
    ports.acted.isWanted = true;
    return [];
  }
}

function isFirst({ made }: Acting, { name, arguments: given }: ProposedCall): boolean {
  const call = { name, arguments: given };
  // The order of arguments does not matter: the store may return those of a write in another order.
  if (made.some((before) => isDeepStrictEqual(before, call))) return false;
  made.push(call);
  return true;
}

/** Makes the reads at once and in parallel, then prepares the first possible write for approval. It never makes a write. */
async function carryOut(acting: Acting, calls: readonly ProposedCall[]) {
  const known = calls.flatMap((call) => {
    const tool = acting.offered.find(({ name }) => name === call.name);
    if (tool === undefined) acting.notes.push(`Tool not found: ${JSON.stringify(cut(call.name, 80))}.`);
    return tool ? [{ call, tool }] : [];
  });
  const reads = known.filter(({ tool }) => tool.kind === "read");
  const read = await Promise.all(reads.map((each) => readBy(acting, each)));
  for (const result of read) keep(acting, result);
  const hasFailed = known.length < calls.length || read.some(({ status }) => status !== "completed");
  const { write, wasRefused } = await firstWrite(
    acting,
    known.filter(({ tool }) => tool.kind === "write"),
  );
  return { write, hasFailed: hasFailed || wasRefused };
}

async function firstWrite(acting: Acting, writes: readonly Known[]) {
  const { tools, notes } = acting;
  let write: ConfirmationInput | null = null;
  let wasRefused = false;
  for (const { call, tool } of writes) {
    if (write !== null) {
      notes.push(`${tool.name} was not proposed: only one change at a time is possible.`);
      continue;
    }
    const prepared = await tools.prepare({ ...call, id: newId() });
    if ("confirmation" in prepared) write = sayingWhy(acting, prepared.confirmation);
    else {
      wasRefused = true;
      notes.push(`${tool.name} cannot be called with these arguments: ${cut(prepared.refused.content, maxNoteChars)}`);
    }
  }
  return { write, wasRefused };
}

/** A change that met a conflict before is proposed with the reason, because someone has already approved it once. */
function sayingWhy({ results, ports }: Acting, write: ConfirmationInput): ConfirmationInput {
  const hasMet = results.some(({ tool, status }) => tool.id === write.tool_id && status === "conflict");
  const { again } = readySentences[ports.language ?? "en"].confirmation;
  return hasMet ? { ...write, description: `${again} ${write.description}` } : write;
}

interface Known {
  call: ProposedCall;
  tool: OfferedTool;
}

/** Makes one read and reports its progress. It gets our id, because the model's id is not unique. */
async function readBy({ ports, tools, signal }: Acting, { call, tool }: Known): Promise<CallResult> {
  const own = { ...call, id: newId() };
  publishCall(ports, own.id, { tool, arguments: call.arguments });
  const result = await Promise.race([tools.read(own, signal), givenUp(signal, () => tooLate(own, tool))]);
  publishResult(ports, own.id, result);
  return result;
}

/** Publishes the start of a call, with its arguments as people may see them. */
export function publishCall(ports: TurnPorts, id: string, { tool, arguments: given }: BegunCall): void {
  const { name, title, connection } = tool;
  const shown = withoutSecrets(given);
  ports.emit("tool_call_start", { tool_call_id: id, name, title, connection });
  ports.emit("tool_call_delta", { tool_call_id: id, arguments: cut(JSON.stringify(shown ?? {}), maxShownChars) });
  ports.emit("tool_call_end", { tool_call_id: id, arguments: shown });
}

/** Publishes the result of a call, as people see it. */
export function publishResult(ports: TurnPorts, id: string, result: CallResult): void {
  const { status, shown } = result;
  const activity = activityOf(result);
  ports.emit("tool_result", { tool_call_id: id, content: shown, is_error: status !== "completed", activity });
}

export function keep(acting: Acting, result: CallResult): void {
  acting.results.push(result);
  acting.ports.results.set(result.call_id, result);
}

/** A tool port that answers too late does not delay the turn; its late result is in the audit log. */
function givenUp(signal: AbortSignal, late: () => CallResult): Promise<CallResult> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(late());
    else signal.addEventListener("abort", () => resolve(late()), { once: true });
  });
}

function tooLate({ id }: ProposedCall, { id: tool, name, title, connection, kind }: OfferedTool): CallResult {
  const said = `${title} did not answer in time.`;
  const about = { id: tool, name, title, connection, kind };
  const at = new Date().toISOString();
  return { call_id: id, tool: about, arguments: {}, status: "failed", content: said, shown: said, at };
}

/** Arguments as people may see them. */
function withoutSecrets(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return redact(cut(value, maxShownChars));
  if (value === null || typeof value !== "object" || depth > 4) return depth > 4 ? "…" : value;
  if (Array.isArray(value)) return value.slice(0, 20).map((each) => withoutSecrets(each, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 20)
      .map(([name, each]) => [cut(name, 80), withoutSecrets(each, depth + 1)]),
  );
}
