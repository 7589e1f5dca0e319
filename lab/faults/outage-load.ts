import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { storedEventTypes } from "../../protocol/events.ts";
import { asError } from "../../server/core/errors.ts";
import { openSession, type Session, sendMessage } from "../bench/parley.ts";
import { openFeed } from "./feed.ts";
import type { Ledger, Sending } from "./ledger.ts";
import { LogRecorder } from "./log-recorder.ts";

export interface Target {
  apis: string[];
  origin: string;
  tenantId: string;
}

/** Results of history reads during an outage. */
export interface Reads {
  ok: number;
  /** 503 with `Retry-After`: the correct response while PostgreSQL is unavailable. */
  unavailable: number;
  /** All other failures. */
  failed: number;
  /** Number of failures by kind. */
  kinds: Record<string, number>;
  slowestMs: number;
}

const readIntervalMs = 150;
const retryMs = 400;
const sendTimeoutMs = 40_000;

/** Visitors who ask continuously, and readers of histories, on every instance; until `stop`. */
export class OutageLoad {
  reads: Reads = noReads();
  readonly #target: Target;
  readonly #ledger: Ledger;
  readonly #stop = new AbortController();
  #work: Promise<void>[] = [];
  #asked = 0;

  constructor(target: Target, ledger: Ledger) {
    this.#target = target;
    this.#ledger = ledger;
  }

  async start(visitors: number): Promise<void> {
    for (const api of this.#target.apis) {
      const session = await openSession(api, this.#target.tenantId, this.#target.origin);
      this.#work.push(this.#readAllTheTime(api, session));
      for (let count = 0; count < visitors; count += 1) this.#work.push(this.#askAllTheTime(api));
    }
  }

  /** Resolves when the server has acknowledged every sent message. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#work);
  }

  takeReads(): Reads {
    const taken = this.reads;
    this.reads = noReads();
    return taken;
  }

  nextQuestion(): string {
    this.#asked += 1;
    return `How do I repair kite model ${this.#asked}?`;
  }

  async #readAllTheTime(api: string, session: Session): Promise<void> {
    const headers = { origin: this.#target.origin, authorization: `Bearer ${session.token}` };
    while (!this.#stop.signal.aborted) {
      const began = performance.now();
      const kind = await fetch(`${api}/chat/history`, { headers, signal: AbortSignal.timeout(15_000) }).then(
        async (response) => {
          await response.text();
          return response.status === 503 && response.headers.has("retry-after") ? "unavailable" : response.status;
        },
        (error: unknown) => asError(error).name,
      );
      this.reads.slowestMs = Math.max(this.reads.slowestMs, Math.round(performance.now() - began));
      if (kind === 200) this.reads.ok += 1;
      else if (kind === "unavailable") this.reads.unavailable += 1;
      else {
        this.reads.failed += 1;
        this.reads.kinds[kind] = (this.reads.kinds[kind] ?? 0) + 1;
      }
      await sleep(readIntervalMs);
    }
  }

  async #askAllTheTime(api: string): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const session = await openSession(api, this.#target.tenantId, this.#target.origin).catch(() => null);
      if (session) {
        const sending = this.#ledger.note({ session, messageId: randomUUID(), content: this.nextQuestion() });
        while (!(await this.#send(api, sending))) await sleep(retryMs);
      } else await sleep(retryMs);
    }
  }

  /** Like the widget, sends again under the same id until the message is acknowledged. */
  async #send(api: string, sending: Sending): Promise<boolean> {
    const { session, messageId, content } = sending;
    try {
      const site = this.#target.origin;
      const signal = AbortSignal.timeout(sendTimeoutMs);
      const response = await sendMessage(api, session, { messageId, content, site, signal });
      sending.isAcknowledged ||= response.ok;
      await response.text();
      return response.ok;
    } catch {
      return sending.isAcknowledged;
    }
  }
}

/**
 * Waits for full recovery: each instance answers a new question with tokens, and streams the tokens of the other instance.
 * @returns the time in ms; more than `limitMs` when there was no recovery in time.
 */
export async function timeToRecovery(target: Target, load: OutageLoad, limitMs: number): Promise<number> {
  const from = Date.now();
  while (Date.now() - from <= limitMs) {
    const tries = target.apis.map((api, index) => {
      const other = target.apis[(index + 1) % target.apis.length] ?? api;
      return isWell(target, { api, other, question: load.nextQuestion() }).catch(() => false);
    });
    if ((await Promise.all(tries)).every(Boolean)) return Date.now() - from;
    await sleep(100);
  }
  return Date.now() - from;
}

const tryMs = 4_000;

/** Asks at one instance and reads at another. */
async function isWell(
  { origin, tenantId }: Target,
  { api, other, question }: { api: string; other: string; question: string },
): Promise<boolean> {
  const session = await openSession(api, tenantId, origin);
  const recorder = new LogRecorder(0, storedEventTypes);
  let hasTokens = false;
  const signal = AbortSignal.timeout(tryMs);
  const sent = await sendMessage(api, session, { content: question, site: origin, signal });
  await sent.body?.cancel();
  const feed = openFeed(
    other,
    { token: session.token, origin },
    {
      recorder,
      onEvent: (event) => {
        hasTokens ||= event.type === "token";
        if (event.type === "end") feed.cut();
      },
    },
  );
  await Promise.race([feed.over, sleep(tryMs)]);
  feed.cut();
  const [turnId = ""] = recorder.turns;
  return hasTokens && recorder.textsOf(turnId).stored !== undefined;
}

function noReads(): Reads {
  return { ok: 0, unavailable: 0, failed: 0, kinds: {}, slowestMs: 0 };
}
