import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { createParser } from "eventsource-parser";
import { streamEventSchema } from "../../protocol/events.ts";
import { asError } from "../../server/core/errors.ts";
import { openSession, type Session, sendMessage } from "../bench/parley.ts";
import { compareHistory, type Ledger, readHistory, type Sending } from "./ledger.ts";

/** A server that the test can kill. */
export interface Killable {
  /** Its current address; it may change after a restart. */
  api(): string;
  kill(): Promise<void>;
  /** Resolves when it is ready. */
  restart(): Promise<void>;
}

export interface KillOrder {
  ledger: Ledger;
  tenantId: string;
  origin: string;
  /** Active turns when the process is killed. */
  turns: number;
  /** Time from sending to the kill, in ms. */
  afterMs: number;
  /** Longest time for a turn to stay open after the restart; default: the product's promise for an otherwise idle machine. */
  settleLimitMs?: number;
}

/** The state of each turn when its process was killed, and its end. */
export interface KillRound {
  unanswered: number;
  acknowledged: number;
  streaming: number;
  over: number;
  /** Tickets with a second message, sent while the first was being answered. */
  waiting: number;
  /** Time from the restart to the end of the last turn, in ms. */
  settledMs: number;
  answered: number;
  /** Turns that ended with an error that says "try again". */
  retryable: number;
  problems: string[];
}

/** Within this time after the restart a turn must have ended or be retryable. */
const promisedMs = 30_000;

interface Asked {
  sending: Sending;
  /** Sent while the first message is being answered, so it is pending when the process is killed. */
  second?: Sending;
  tokens: number;
  isOver: boolean;
}

/** Asks in several tickets, kills the process during the answers, restarts it, and checks the results. */
export async function killRound(server: Killable, order: KillOrder): Promise<KillRound> {
  const { origin, ledger } = order;
  const sessions = await Promise.all(
    Array.from({ length: order.turns }, () => openSession(server.api(), order.tenantId, origin)),
  );
  const asked = sessions.map((session): Asked => {
    const content = `How do I repair kite model ${ledger.sendings.length}?`;
    return { sending: ledger.note({ session, messageId: randomUUID(), content }), tokens: 0, isOver: false };
  });
  const askSecond = (each: Asked) => {
    const { session, content } = each.sending;
    each.second = ledger.note({ session, messageId: randomUUID(), content: `${content} And how fast does it fly?` });
    void ask({ sending: each.second, tokens: 0, isOver: false }, { api: server.api(), origin });
  };
  const asking = asked.map((each) =>
    ask(each, { api: server.api(), origin, onToken: () => each.second ?? askSecond(each) }),
  );
  await sleep(order.afterMs);
  const count = (is: (each: Asked) => boolean) => asked.filter(is).length;
  await server.kill();
  await Promise.all(asking);
  const round: KillRound = {
    unanswered: count(({ sending }) => !sending.isAcknowledged),
    acknowledged: count(({ sending, tokens, isOver }) => sending.isAcknowledged && tokens === 0 && !isOver),
    streaming: count(({ tokens, isOver }) => tokens > 0 && !isOver),
    over: count(({ isOver }) => isOver),
    waiting: 0,
    settledMs: 0,
    answered: 0,
    retryable: 0,
    problems: [],
  };
  const from = Date.now();
  await server.restart();
  const limitMs = order.settleLimitMs ?? promisedMs;
  await Promise.all(asked.map((each) => settle(server.api(), { origin, each, from, round, limitMs })));
  return round;
}

/** Sends, and reads until the stream ends or breaks. `settle` sends unacknowledged messages again. */
async function ask(
  each: Asked,
  { api, origin, onToken = () => {} }: { api: string; origin: string; onToken?: () => void },
): Promise<void> {
  const parser = createParser({
    onEvent: ({ data }) => {
      const event = streamEventSchema.parse(JSON.parse(data));
      if (event.type === "token") {
        each.tokens += 1;
        onToken();
      }
      if (event.type === "end") each.isOver = true;
    },
  });
  try {
    const response = await send(api, origin, each.sending);
    each.sending.isAcknowledged = response.ok;
    const decoder = new TextDecoder();
    for await (const bytes of response.body ?? []) parser.feed(decoder.decode(bytes, { stream: true }));
  } catch (error) {
    // A killed process breaks its connections.
    if (!(error instanceof TypeError)) throw error;
  }
}

function send(api: string, site: string, { session, messageId, content }: Sending): Promise<Response> {
  return sendMessage(api, session, { messageId, content, site });
}

async function settle(
  api: string,
  input: { origin: string; each: Asked; from: number; round: KillRound; limitMs: number },
): Promise<void> {
  const { origin, each, from, round, limitMs } = input;
  const { session } = each.sending;
  const sendings = [each.sending, ...(each.second ? [each.second] : [])];
  for (const sending of sendings) {
    if (sending.isAcknowledged) continue;
    // Like the widget, sends unacknowledged messages again under the same id.
    const again = await send(api, origin, sending);
    sending.isAcknowledged = again.ok;
    await again.text();
  }
  const isOpen = async () => (await readHistory(api, origin, session)).active_turn !== null;
  while ((await isOpen()) && Date.now() - from < limitMs + 10_000) await sleep(250);
  const took = Date.now() - from;
  round.settledMs = Math.max(round.settledMs, took);
  if (took > limitMs) round.problems.push(`a turn was open for ${took} ms after the restart`);
  // Read again: the answer may have been stored between reading the messages and reading the turn.
  const history = await readHistory(api, origin, session);
  round.problems.push(...compareHistory(sendings, history));
  if (each.second) round.waiting += 1;
  // Pending messages are answered, too: the last message must be the assistant's.
  if (history.messages.at(-1)?.role === "assistant") round.answered += 1;
  else if (await canBeTriedAgain(api, origin, session)) round.retryable += 1;
  else round.problems.push(`message ${sendings.at(-1)?.messageId} has neither answer nor error`);
}

/** True when the ticket's log ends with an error that suggests sending again. */
async function canBeTriedAgain(api: string, origin: string, session: Session): Promise<boolean> {
  const stop = new AbortController();
  const headers = { origin, authorization: `Bearer ${session.token}` };
  const timer = setTimeout(() => stop.abort(), 2_000);
  let text = "";
  try {
    const response = await fetch(`${api}/chat/events`, { headers, signal: stop.signal });
    const decoder = new TextDecoder();
    for await (const bytes of response.body ?? []) {
      text += decoder.decode(bytes, { stream: true });
      if (text.includes("event: end")) break;
    }
  } catch (error) {
    if (asError(error).name !== "AbortError") throw error;
  } finally {
    clearTimeout(timer);
    stop.abort();
  }
  return text.includes('"error_type":"recoverable"');
}
