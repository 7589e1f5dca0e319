import { ExponentialBackoff, handleWhen, retry } from "cockatiel";
import { asError, isPassing } from "../core/errors.ts";
import { withTenant } from "../database/transaction.ts";
import type { ServerAnswer } from "./answers.ts";
import { askServer } from "./ask-server.ts";
import { breakerKey, isServersFault } from "./breakers.ts";
import { endOfAnswer, endOfFault, unknownEnd } from "./call-end.ts";
import { type SealedCall, sealCall } from "./call-seal.ts";
import type { ToolDeps } from "./deps.ts";
import { CallFault } from "./faults.ts";
import { redactValue } from "./readable.ts";
import type { CallContext } from "./signing/token.ts";
import {
  findToolCalls,
  insertToolCall,
  insertToolCallEnd,
  type NewToolCall,
  type ToolCallEnd,
  type ToolCallRow,
} from "./store/tool-calls.ts";
import type { ToolConnectionRow } from "./store/tool-connections.ts";
import type { ListedTool } from "./store/tools.ts";

/** Retries of a read. The tool's time limit covers all tries together. */
const moreTries = 2;
/** No further try begins with less time left than this, in ms. */
const leastMs = 200;
/** When another process makes the call, wait for its end this much longer than the tool's time limit, in ms. */
const graceMs = 3_000;
const pollMs = 250;

export interface CallToMake {
  tool: ListedTool;
  connection: ToolConnectionRow;
  arguments: Record<string, unknown>;
  /** Also the idempotency key; for a write the id of its confirmation. */
  callId: string;
  kind: NewToolCall["kind"];
  isWrite: boolean;
  /** Side that approved the call; null when no approval is needed. */
  approval: SealedCall["approval"];
  context: CallContext;
  about: Pick<NewToolCall, "ticketId" | "turnId" | "visitorId" | "confirmationId" | "actor">;
  signal: AbortSignal;
}

/** Reason for rejecting a call after the visitor has reached the tool's daily limit. */
export const usedUp = "The daily limit of this tool for this visitor is reached.";

/** Result of a call, with its time. */
export type CallOutcome = ToolCallEnd & { callId: string; at: Date };

/**
 * Makes a call once. The process that inserts the call's row makes it; every other process gets the stored result. Never throws for a
 * server's failure. @throws AppError `unavailable` when the database is unavailable before the call.
 */
export async function runCall(deps: ToolDeps, call: CallToMake): Promise<CallOutcome> {
  const { tenantId } = call.context;
  const noted = await withTenant(deps.db, tenantId, (tx) =>
    insertToolCall(tx, rowOf(deps, call), call.tool.calls_per_day),
  );
  if (noted === "usedUp") return notMade(call.callId, usedUp);
  const { callId, tool } = call;
  if (noted === "known") return endOfOther(deps, { tenantId, callId, timeoutMs: tool.timeout_ms, signal: call.signal });
  const end = await makeCall(deps, call);
  const { connection } = call;
  deps.log.info(
    {
      tenant_id: tenantId,
      tool_id: tool.id,
      connection_id: connection.id,
      call_id: callId,
      turn_id: call.about.turnId,
      kind: call.kind,
      status: end.status,
      error: end.error,
      http_status: end.httpStatus,
      took_ms: end.tookMs,
    },
    "Tool called",
  );
  return storeEnd(deps, { tenantId, callId }, end);
}

/** A result without a row, because nothing was called. */
function notMade(callId: string, why: string): CallOutcome {
  const about = { error: "refused", httpStatus: null, tookMs: null };
  return { ...about, status: "failed", content: why, shown: why, callId, at: new Date() };
}

async function makeCall(deps: ToolDeps, call: CallToMake): Promise<ToolCallEnd> {
  const { isWrite, tool } = call;
  const began = performance.now();
  const tookMs = () => Math.round(performance.now() - began);
  let wasSent = false;
  const onSent = () => {
    wasSent = true;
  };
  try {
    const answer = isWrite
      ? await tryOnce(deps, { call, onSent, began })
      : await tryRead(deps, { call, onSent, began });
    return endOfAnswer(answer, { tool, isWrite, tookMs: tookMs() });
  } catch (error) {
    const fault = error instanceof CallFault ? error : unexpected(deps, call, error);
    return endOfFault(fault, { isWrite, wasSent, tookMs: tookMs() });
  }
}

interface Try {
  call: CallToMake;
  onSent: () => void;
  began: number;
}

function tryRead(deps: ToolDeps, one: Try): Promise<ServerAnswer> {
  const again = retry(
    handleWhen((error) => isServersFault(error) && error instanceof CallFault && error.kind !== "timeout"),
    { maxAttempts: moreTries, backoff: new ExponentialBackoff({ initialDelay: 150, maxDelay: 1_000 }) },
  );
  return again.execute(() => tryOnce(deps, one), one.call.signal);
}

async function tryOnce(deps: ToolDeps, { call, onSent, began }: Try): Promise<ServerAnswer> {
  const { tool, connection, callId, isWrite, context } = call;
  const left = tool.timeout_ms - (performance.now() - began);
  if (left < leastMs) throw new CallFault("timeout", "The server did not answer in time.");
  // A sent write is awaited even when the caller cancels, because its outcome would otherwise stay unknown.
  const stop = isWrite ? untilSent(call.signal, onSent) : { signal: call.signal, onSent };
  const order = { toolName: tool.name, arguments: call.arguments, callId, isWrite, onSent: stop.onSent };
  return deps.breakers.run(breakerKey(context.tenantId, connection.id), () =>
    askServer(deps, {
      connection,
      callId,
      context,
      signal: stop.signal,
      tool: { request: tool.request, timeout_ms: Math.max(leastMs, tool.timeout_ms - (performance.now() - began)) },
      order,
    }),
  );
}

function untilSent(signal: AbortSignal, onSent: () => void): { signal: AbortSignal; onSent: () => void } {
  const stop = new AbortController();
  const onAbort = () => stop.abort(signal.reason);
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort, { once: true });
  return {
    signal: stop.signal,
    onSent() {
      signal.removeEventListener("abort", onAbort);
      onSent();
    },
  };
}

/** A defect in our own code: reported as such and logged. */
function unexpected(deps: ToolDeps, { context, callId, signal }: CallToMake, error: unknown): CallFault {
  if (signal.aborted) return new CallFault("cancelled", "The call was stopped.", { cause: error });
  deps.log.error(
    { tenant_id: context.tenantId, call_id: callId, err: asError(error) },
    "Tool call failed unexpectedly",
  );
  return new CallFault("broken", "The call failed.", { cause: error });
}

/** Retries, because a short database outage must not lose the end of a completed call. */
async function storeEnd(
  deps: ToolDeps,
  { tenantId, callId }: { tenantId: string; callId: string },
  end: ToolCallEnd,
): Promise<CallOutcome> {
  const again = retry(handleWhen(isPassing), {
    maxAttempts: 4,
    backoff: new ExponentialBackoff({ initialDelay: 200, maxDelay: 2_000 }),
  });
  const isStored = await again.execute(() => withTenant(deps.db, tenantId, (tx) => insertToolCallEnd(tx, callId, end)));
  if (isStored) return { ...end, callId, at: new Date() };
  // Another process gave the call up meanwhile. The stored end counts, because it was already reported.
  const row = await findRow(deps, tenantId, callId);
  return row ? outcomeOf(row) : { ...end, callId, at: new Date() };
}

interface MadeCall {
  tenantId: string;
  callId: string;
  /** Time limit of the call, in ms. */
  timeoutMs: number;
  signal: AbortSignal;
}

/** Result of a call that has already begun, whatever the tool's present state; undefined when it never began. */
export async function endOfMade(deps: ToolDeps, made: MadeCall): Promise<CallOutcome | undefined> {
  return (await findRow(deps, made.tenantId, made.callId)) ? endOfOther(deps, made) : undefined;
}

/** Waits for a call that another process makes. When it does not end in time, it is stored as unknown. */
async function endOfOther(deps: ToolDeps, { tenantId, callId, timeoutMs, signal }: MadeCall): Promise<CallOutcome> {
  for (;;) {
    const row = await findRow(deps, tenantId, callId);
    if (!row) throw new Error("a call that was there is gone");
    if (row.status) return outcomeOf(row);
    const gone = unknownEnd("The process making the call ended before the result arrived.");
    if (Date.now() - row.created_at.getTime() > timeoutMs + graceMs) return storeEnd(deps, { tenantId, callId }, gone);
    // Not stored, because the other process may still store the end.
    if (signal.aborted) return { ...gone, callId, at: new Date() };
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

async function findRow({ db }: ToolDeps, tenantId: string, callId: string): Promise<ToolCallRow | undefined> {
  const [row] = await withTenant(db, tenantId, (tx) => findToolCalls(tx, [callId]));
  return row;
}

function outcomeOf(row: ToolCallRow): CallOutcome {
  return {
    callId: row.id,
    status: row.status ?? "unknown",
    content: row.content ?? "",
    shown: row.shown ?? "",
    error: row.error,
    httpStatus: row.http_status,
    tookMs: row.took_ms,
    at: row.ended_at ?? row.created_at,
  };
}

function rowOf(deps: ToolDeps, { tool, connection, callId, kind, about, ...call }: CallToMake): NewToolCall {
  const whose = { tenantId: call.context.tenantId, ticketId: about.ticketId, visitorId: about.visitorId };
  const sealed = { ...whose, id: callId, approval: call.approval, tool, connection, arguments: call.arguments };
  return {
    ...about,
    id: callId,
    kind,
    connectionId: connection.id,
    toolId: tool.id,
    connectionName: connection.name,
    toolName: tool.name,
    title: tool.title || tool.name,
    arguments: redactValue(call.arguments),
    argumentsHash: sealCall(sealed, deps.secrets),
  };
}
