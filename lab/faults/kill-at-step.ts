import { setTimeout as sleep } from "node:timers/promises";
import type { Parley } from "../bench/parley.ts";
import { end } from "../bench/processes.ts";
import type { EffectServer } from "./effect-server.ts";
import { readYes, type Write } from "./tool-write.ts";

/**
 * Where a write is when its process dies: the yes has been sent; the system has the call; it has done it; it has answered; the visitor has
 * the result on the stream, so its end is stored; the visitor has the answer, so that is stored.
 */
export const writeSteps = ["yes", "called", "done", "answered", "resulted", "told"] as const;
export type WriteStep = (typeof writeSteps)[number];

/** Longest wait for a step that is not reached. */
const patienceMs = 15_000;
/** Spread of the kill behind the steps that nothing marks the end of: what follows takes about as long. */
const spreadMs: Record<WriteStep, number> = { yes: 60, called: 0, done: 0, answered: 15, resulted: 25, told: 40 };
/** The system's time before and after its effect while it is to be killed in between, ms. */
const heldMs = 250;

/** Says yes to a write, and kills the process when it is at the step. @returns false when it never came to it. */
export async function killAtStep(
  { api, child }: Parley,
  { step, write, effects }: { step: WriteStep; write: Write; effects: EffectServer },
): Promise<boolean> {
  let reach = () => {};
  const reached = new Promise<boolean>((resolve) => {
    reach = () => resolve(true);
  });
  effects.delays = { before: step === "called" ? heldMs : 0, after: step === "done" ? heldMs : 0 };
  // Some systems notice that their caller has gone.
  effects.dropsBroken = Math.random() < 0.5;
  effects.onStep = (at, booking) => {
    if (at === step && booking === write.booking) reach();
  };
  const marks: Partial<Record<WriteStep, string>> = { resulted: "event: tool_result", told: "event: end" };
  const mark = marks[step];
  const answered = readYes(api, write, (text) => {
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
  // What was held at the system comes to its end before the process is there again.
  await sleep(effects.delays.before + effects.delays.after);
  effects.delays = { before: 0, after: 0 };
  return wasReached;
}
