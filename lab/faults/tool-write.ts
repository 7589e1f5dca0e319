import { setTimeout as sleep } from "node:timers/promises";
import type { TicketDetail } from "../../protocol/admin.ts";
import type { HistoryResponse } from "../../protocol/requests.ts";
import {
  callAdmin,
  openSession,
  origin,
  type Parley,
  postChat,
  type Session,
  type Shop,
  sendMessage,
} from "../bench/parley.ts";
import { end } from "../bench/processes.ts";
import type { EffectServer } from "./effect-server.ts";

/** A write that waits for the visitor's approval. */
export interface Write {
  session: Session;
  booking: string;
  confirmationId: string;
}

export interface Outcome {
  booking: string;
  /** `notMade`: the visitor was told that nothing was changed, or the ticket was handed over before any call. */
  kind: "completed" | "unknown" | "notMade" | "unsettled";
  /** The server did not process the approval. */
  isPending: boolean;
  /** The turn ended with an error that says "try again". */
  hasFailed: boolean;
  /** Problems as sentences. */
  problems: string[];
}

/** A lease expires after 15 s, and lost turns are searched every 5 s; a turn may have been interrupted three times. */
const settleMs = 90_000;

let bookings = 0;

/** Asks for a write, up to the card. @throws when the assistant proposes none. */
export async function propose(api: string, { tenantId }: Shop): Promise<Write> {
  const session = await openSession(api, tenantId, origin);
  bookings += 1;
  const booking = `B-${1_000 + bookings}`;
  const content = `Please move booking ${booking} to Friday`;
  const response = await sendMessage(api, session, { content });
  const text = await response.text();
  const pending = (await readHistory(api, session)).pending;
  if (pending?.type !== "confirmation") throw new Error(`nothing was proposed: ${response.status} ${text.slice(-600)}`);
  return { session, booking, confirmationId: pending.confirmation_id };
}

/**
 * Sends the visitor's approval and reads the stream to its end, or until a kill ends it.
 * @param onText receives all text so far, with each new piece. @returns the status
 */
async function sayYes(
  api: string,
  { session, confirmationId }: Write,
  onText: (text: string) => void = () => {},
): Promise<number> {
  const response = await postChat(api, session, { path: `confirmations/${confirmationId}`, body: { approved: true } });
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of response.body ?? []) {
    text += decoder.decode(bytes as Uint8Array, { stream: true });
    onText(text);
  }
  return response.status;
}

/** Waits until nothing is active. Sends an approval again that was not processed before a kill. */
export async function settleWrite(api: string, shop: Shop, write: Write): Promise<Outcome> {
  const deadline = Date.now() + settleMs;
  for (;;) {
    const outcome = await readOutcome(api, shop, write);
    if (outcome.isPending || outcome.hasFailed) await sayYes(api, write).catch(() => undefined);
    if (outcome.kind !== "unsettled" || Date.now() > deadline) return outcome;
    await sleep(500);
  }
}

/** The present state of the write for the visitor and an agent. */
async function readOutcome(api: string, { apiKey }: Shop, { session, ...write }: Write): Promise<Outcome> {
  const history = await readHistory(api, session);
  const path = `tickets/${session.ticketId}`;
  const detail = (await callAdmin(api, { apiKey }, { path })) as TicketDetail; // our own server's
  const call = detail.tool_calls.find(({ id }) => id === write.confirmationId);
  const isPending = history.pending !== null;
  const last = history.messages.findLast(({ role }) => role === "assistant");
  const told = last?.tools?.find(({ tool_call_id }) => tool_call_id === write.confirmationId);
  const isOver = history.active_turn === null && !isPending && told !== undefined;
  const problems: string[] = [];
  if (isOver && told.status === "unknown" && history.ticket.owner !== "human")
    problems.push("unknown, and with nobody");
  if (isOver && call && told.status !== call.status)
    problems.push(`told as ${told.status}, recorded as ${call.status}`);
  const kinds = { completed: "completed", unknown: "unknown" } as const;
  const kind = !isOver ? "unsettled" : (kinds[told.status as keyof typeof kinds] ?? "notMade");
  // No active turn, nothing pending and no result: the turn has failed visibly, and can be retried.
  const hasFailed = !isOver && !isPending && history.active_turn === null;
  return { booking: write.booking, kind, isPending, hasFailed, problems };
}

/** Reads the ticket as its visitor. @throws Error with the status when the server rejects the request. */
export async function readHistory(api: string, { token }: Session): Promise<HistoryResponse> {
  const response = await fetch(`${api}/chat/history`, { headers: { origin, authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`history answered ${response.status}`);
  return (await response.json()) as HistoryResponse; // our own server's
}

/**
 * The step of a write when its process is killed: the approval was sent; the system received the call; it executed it; it responded; the
 * visitor received the result on the stream, so the result is stored; the visitor received the answer, so the answer is stored.
 */
export const writeSteps = ["yes", "called", "done", "answered", "resulted", "told"] as const;
export type WriteStep = (typeof writeSteps)[number];

/** Longest wait for a step, in ms. */
const patienceMs = 15_000;
/** Random delay of the kill after steps without an exact end, in ms: the following work takes about as long. */
const spreadMs: Record<WriteStep, number> = { yes: 60, called: 0, done: 0, answered: 15, resulted: 25, told: 40 };
/** The system's delay before and after its effect when the kill must come in between, in ms. */
const heldMs = 250;

/** Approves a write, and kills the process at the step. @returns false when the step was never reached. */
export async function killAtStep(
  { api, child }: Parley,
  { step, write, effects }: { step: WriteStep; write: Write; effects: EffectServer },
): Promise<boolean> {
  let reach = () => {};
  const reached = new Promise<boolean>((resolve) => {
    reach = () => resolve(true);
  });
  effects.delays = { before: step === "called" ? heldMs : 0, after: step === "done" ? heldMs : 0 };
  // Some systems notice that their caller has disconnected.
  effects.dropsBroken = Math.random() < 0.5;
  effects.onStep = (at, booking) => {
    if (at === step && booking === write.booking) reach();
  };
  const marks: Partial<Record<WriteStep, string>> = { resulted: "event: tool_result", told: "event: end" };
  const mark = marks[step];
  const answered = sayYes(api, write, (text) => {
    if (mark !== undefined && text.includes(mark)) reach();
  }).catch(() => undefined);
  if (step === "yes") reach();
  const stop = new AbortController();
  const tooLate = sleep(patienceMs, false, { signal: stop.signal }).catch(() => false);
  const wasReached = await Promise.race([reached, tooLate]);
  stop.abort();
  if (spreadMs[step] > 0) await sleep(Math.random() * spreadMs[step]);
  await end(child, "SIGKILL");
  await answered;
  effects.onStep = () => {};
  // Wait until delayed calls at the system have ended before the process restarts.
  await sleep(effects.delays.before + effects.delays.after);
  effects.delays = { before: 0, after: 0 };
  return wasReached;
}
