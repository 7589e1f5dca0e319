import { setTimeout as sleep } from "node:timers/promises";
import { asError } from "../../../server/core/errors.ts";
import { post, question } from "../overhead/load.ts";
import { openSession, origin } from "../parley.ts";
import type { Random } from "./random.ts";
import type { Samples } from "./samples.ts";

/** Time a visitor needs to read an answer and write the next question, in ms. */
const thinkMs = 3_000;
const mostQuestions = 3;
/** Share of visits that end with a request for a human, and share of questions that other visitors asked before. */
const wantsPerson = 0.1;
const asksCommon = 0.15;

/** The visitors of one tenant. */
export interface Visitors {
  apis: string[];
  tenantId: string;
  random: Random;
  /** Visits per second. */
  rate(): number;
  /** Most concurrent visits; further visitors leave again. */
  most: number;
  samples(): Samples;
}

let asked = 0;

/** Visitors arrive independently of each other until the signal aborts. Resolves when the last one has left. */
export async function receiveVisitors(visitors: Visitors, signal: AbortSignal): Promise<void> {
  const under = new Set<Promise<void>>();
  for (let nth = 0; ; nth += 1) {
    await sleep(visitors.random.pause(1_000 / visitors.rate()), undefined, { signal }).catch(() => {});
    if (signal.aborted) break;
    if (under.size >= visitors.most) {
      visitors.samples().skipped += 1;
      continue;
    }
    const api = visitors.apis[nth % visitors.apis.length] ?? "";
    const visit = visitOnce(visitors, api, signal).finally(() => under.delete(visit));
    under.add(visit);
  }
  await Promise.all(under);
}

async function visitOnce(visitors: Visitors, api: string, signal: AbortSignal): Promise<void> {
  const { random } = visitors;
  const questions = 1 + Math.floor(random.next() * mostQuestions);
  const goesToPerson = random.next() < wantsPerson;
  const from = performance.now();
  const samples = visitors.samples();
  try {
    const { token } = await openSession(api, visitors.tenantId);
    samples.add("handshake", performance.now() - from);
    for (let nth = 0; nth < questions && !signal.aborted; nth += 1) {
      await sleep(random.pause(thinkMs), undefined, { signal }).catch(() => {});
      const isLast = nth === questions - 1;
      if (!signal.aborted) await ask(visitors, api, { token, forPerson: isLast && goesToPerson });
    }
  } catch (error) {
    samples.fail(asError(error).message.replace(/^.* answered /s, ""));
  }
}

async function ask(visitors: Visitors, api: string, how: { token: string; forPerson: boolean }): Promise<void> {
  const samples = visitors.samples();
  samples.questions += 1;
  asked += 1;
  const own = visitors.random.next() < asksCommon ? "How do I wash a kite?" : `How do I repair kite model ${asked}?`;
  const content = how.forPerson ? "I want to talk to a person." : own;
  try {
    const answer = await post(question(api, how.token, { origin, content }), "event: token");
    if (!answer.text.includes("event: end")) throw new Error("no end");
    if (answer.text.includes("event: error")) throw new Error("an error in the stream");
    samples.add("answer", answer.totalMs);
    if (answer.text.includes("event: escalation")) samples.escalated += 1;
    // A cached answer arrives in one piece, without tokens.
    else if (answer.text.includes('"cached":true')) samples.cached += 1;
    else if (Number.isNaN(answer.firstTokenMs)) throw new Error("no token");
    else samples.add("first_token", answer.firstTokenMs);
  } catch (error) {
    samples.fail(asError(error).message.replace(/^.* answered /s, ""));
  }
}
