import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { asError } from "../../../server/core/errors.ts";
import { follow } from "../feeds.ts";
import { callAdmin } from "../parley.ts";
import type { Samples } from "./samples.ts";

/** Time an agent needs to write an answer, in ms. */
const writeMs = 1_500;
/** Changes within this time cause one read of the list, as in the console. */
const settleMs = 300;
/** Poll interval for the list when no change arrives. */
const pollMs = 10_000;

const listSchema = z.object({ items: z.array(z.object({ id: z.string(), status: z.string() })) });

/** One agent of a tenant with an open console: assigns waiting tickets one after another and answers them. */
export interface Agent {
  api: string;
  apiKey: string;
  samples(): Samples;
}

/** Works until the signal aborts, then finishes the current ticket. */
export async function work(agent: Agent, signal: AbortSignal): Promise<void> {
  let wake: () => void = () => {};
  const hear = (text: string) => {
    if (text.includes("ticket_changed")) wake();
  };
  const open = () => follow(`${agent.api}/admin/events`, agent.apiKey, { hear, over: () => reopen() });
  let feed = await open();
  const reopen = () => {
    if (!signal.aborted) agent.samples().fail("the console's stream was closed");
    void open().then(
      (again) => {
        feed = again;
      },
      (error: unknown) => agent.samples().fail(asError(error).message),
    );
  };
  while (!signal.aborted) {
    const hadWork = await answerOne(agent).catch((error: unknown) => {
      agent.samples().fail(
        `desk: ${asError(error)
          .message.replace(/[0-9a-f-]{36}/, "<id>")
          .slice(0, 60)}`,
      );
      return false;
    });
    if (hadWork) continue;
    const heard = new Promise<void>((resolve) => {
      wake = resolve;
    });
    await Promise.race([heard, sleep(pollMs, undefined, { signal, ref: false }).catch(() => {})]);
    await sleep(settleMs);
  }
  feed.close();
}

/** @returns whether there was a ticket to answer. */
async function answerOne(agent: Agent): Promise<boolean> {
  const list = listSchema.parse(await call(agent, "tickets?view=needs_person&limit=50"));
  const ticket = list.items.find(({ status }) => status === "pending_human");
  if (!ticket) return false;
  await call(agent, `tickets/${ticket.id}`);
  await call(agent, `tickets/${ticket.id}/take`, {});
  await sleep(writeMs);
  await call(agent, `tickets/${ticket.id}/resolve`, { answer: "It was sent today, you will have it on Friday." });
  return true;
}

async function call({ api, apiKey, samples }: Agent, path: string, body?: object): Promise<unknown> {
  const from = performance.now();
  const answer = await callAdmin(api, { apiKey }, { path, ...(body ? { body } : {}) });
  samples().add("desk", performance.now() - from);
  return answer;
}
