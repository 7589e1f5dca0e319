import { setTimeout as sleep } from "node:timers/promises";
import type { StreamEvent } from "../../protocol/events.ts";
import { storedEventTypes } from "../../protocol/events.ts";
import { callAdmin, openSession, sendMessage } from "../bench/parley.ts";
import { openFeed } from "./feed.ts";
import { LogRecorder } from "./log-recorder.ts";

/** The instances of the test. */
export interface TakeOverDesk {
  /** One or two instances: the visitor asks at the first; the visitor's second tab and the agent use the last. */
  apis: string[];
  origin: string;
  tenantId: string;
  apiKey: string;
}

/** The result of one round. */
export interface TakeOver {
  /** When the agent took over: `before` the first event, while `streaming`, or `after` the answer was stored. */
  moment: "before" | "streaming" | "after";
  /** Problems as sentences. */
  problems: string[];
}

const roundTimeoutMs = 30_000;

/**
 * A visitor asks in two tabs. An agent takes over the ticket after this many tokens, at the end of the answer or after `delayMs`, whichever
 * comes first. The assistant must not send or store anything after the owner has changed.
 */
export async function takeOverRound(
  desk: TakeOverDesk,
  input: { question: string; tokens: number; delayMs: number },
): Promise<TakeOver> {
  const [first = "", last = first] = [desk.apis[0], desk.apis.at(-1)];
  const session = await openSession(first, desk.tenantId, desk.origin);
  const tabs = [first, last].map((api) => openTab(api, { token: session.token, origin: desk.origin }));
  const [own] = tabs;
  const sent = await sendMessage(first, session, { content: input.question, site: desk.origin });
  if (!sent.ok) throw new Error(`stream answered ${sent.status}`);
  const answer = sent.text();
  const isTime = () => own !== undefined && (own.tokens() >= input.tokens || own.hasEnded());
  await Promise.race([until(isTime), sleep(input.delayMs)]);
  const moment = momentOf(own?.events ?? []);
  await callAdmin(last, desk, { path: `tickets/${session.ticketId}/take`, body: {} });
  const isSettled = () => tabs.every((tab) => tab.hasEnded() && tab.isTaken());
  const settled = await until(isSettled, roundTimeoutMs);
  await answer;
  // Late events arrive within this time; token frames are collected for 20 ms.
  await sleep(60);
  const again = openTab(first, { token: session.token, origin: desk.origin });
  await until(() => again.hasEnded() && again.isTaken(), roundTimeoutMs);
  for (const tab of [...tabs, again]) await tab.close();
  const problems = [...tabs, again].flatMap((tab) => tab.problems());
  if (!settled) problems.push(`a take-over ${moment} left the turn without an end`);
  return { moment, problems };
}

/** One tab of the visitor, from the ticket's first event on. */
function openTab(api: string, session: { token: string; origin: string }) {
  const recorder = new LogRecorder(0, storedEventTypes);
  const events: StreamEvent[] = [];
  const feed = openFeed(api, session, { recorder, onEvent: (event) => events.push(event) });
  const isOwner = (event: StreamEvent) => event.type === "owner" && event.owner === "human";
  return {
    events,
    tokens: () => events.filter(({ type }) => type === "token").length,
    hasEnded: () => events.some(({ type }) => type === "end"),
    isTaken: () => events.some(isOwner),
    problems(): string[] {
      const from = events.findIndex(isOwner);
      const late = from < 0 ? [] : events.slice(from).filter(isAssistants);
      return [
        ...recorder.problems,
        ...late.map(({ type, sequence }) => `${type} (${sequence}) came after the take-over`),
      ];
    },
    async close(): Promise<void> {
      feed.cut();
      await feed.over;
    },
  };
}

/** True for every event from the assistant. */
function isAssistants(event: StreamEvent): boolean {
  if (event.type === "message") return event.message.role === "assistant";
  return event.type === "token" || event.type === "thinking";
}

function momentOf(events: StreamEvent[]): TakeOver["moment"] {
  if (events.some(({ type }) => type === "end")) return "after";
  return events.some(isAssistants) ? "streaming" : "before";
}

async function until(isDone: () => boolean, timeoutMs = roundTimeoutMs): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (!isDone()) {
    if (Date.now() > deadline) return false;
    await sleep(3);
  }
  return true;
}
