import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { storedEventTypes } from "../../protocol/events.ts";
import { asError } from "../../server/core/errors.ts";
import { openSession, type Parley, type Session, type Shop } from "../bench/parley.ts";
import { openFeed } from "./feed.ts";
import type { Ledger, Sending } from "./ledger.ts";
import { LogRecorder } from "./log-recorder.ts";

/** A process that receives load until it is stopped. */
export interface Serving extends Parley {
  version: string;
  /** After this it may disconnect its readers; before, every cut is a problem. */
  isStopping: boolean;
}

/** Totals of the whole run. */
interface Counts {
  asked: number;
  answered: number;
  escalated: number;
  resolved: number;
  reconnects: number;
  notices: number;
}

const answerTimeoutMs = 40_000;
/** One in this many questions asks for a human. */
const escalateEvery = 4;
const ticketsSchema = z.object({ items: z.array(z.object({ id: z.string() })) });

/** Visitors who ask and listen, and agents who answer and resolve, on all running processes, until `stop`. */
export class UpgradeLoad {
  readonly counts: Counts = { asked: 0, answered: 0, escalated: 0, resolved: 0, reconnects: 0, notices: 0 };
  readonly problems: string[] = [];
  readonly #serving: readonly Serving[];
  readonly #shop: Shop & { origin: string };
  readonly #ledger: Ledger;
  readonly #stop = new AbortController();
  readonly #work: Promise<void>[] = [];

  constructor(serving: readonly Serving[], shop: Shop & { origin: string }, ledger: Ledger) {
    this.#serving = serving;
    this.#shop = shop;
    this.#ledger = ledger;
  }

  start({ visitors, agents }: { visitors: number; agents: number }): void {
    for (let count = 0; count < visitors; count += 1) this.#run("visitor", () => this.#visit());
    for (let count = 0; count < agents; count += 1) {
      this.#run("agent", () => this.#decide());
      this.#run("console", () => this.#watch());
    }
  }

  /** Resolves when all current work has ended. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#work);
  }

  #run(who: string, once: () => Promise<void>): void {
    const loop = async () => {
      while (!this.#stop.signal.aborted) {
        await once().catch((error: unknown) => {
          // The end of the load ends the console's feed.
          if (asError(error).name !== "AbortError") this.problems.push(`${who}: ${asError(error).message}`);
        });
        await sleep(20);
      }
    };
    this.#work.push(loop());
  }

  /** Any process that accepts new work. */
  #one(): Serving {
    const open = this.#serving.filter(({ isStopping }) => !isStopping);
    const chosen = open[Math.floor(Math.random() * open.length)];
    if (!chosen) throw new Error("nobody serves");
    return chosen;
  }

  /** One ticket: some questions, the last of them for a human, with a second tab that listens all the time. */
  async #visit(): Promise<void> {
    const session = await openSession(this.#one().api, this.#shop.tenantId, this.#shop.origin);
    const recorder = new LogRecorder(0, storedEventTypes);
    const over = new AbortController();
    const listening = this.#listen(session, recorder, over.signal);
    try {
      for (let count = 1; count <= escalateEvery && !this.#stop.signal.aborted; count += 1)
        await this.#ask(session, recorder, { wantsPerson: count === escalateEvery });
    } finally {
      over.abort();
      await listening;
      this.problems.push(...recorder.problems);
    }
  }

  async #ask(session: Session, recorder: LogRecorder, { wantsPerson }: { wantsPerson: boolean }): Promise<void> {
    this.counts.asked += 1;
    const number = this.#ledger.sendings.length;
    const content = wantsPerson
      ? `I want to talk to a human please (${number})`
      : `How do I repair kite model ${number}?`;
    const sending = this.#ledger.note({ session, messageId: randomUUID(), content });
    const before = recorder.turns.length;
    await this.#send(sending);
    await this.#until(() => recorder.turns.length > before, `the end of the turn for ${sending.messageId}`);
    if (wantsPerson) this.counts.escalated += 1;
    else this.counts.answered += 1;
  }

  /** Reads the ticket's feed on any process until the signal aborts. Only a stopping process may end a connection. */
  async #listen(session: Session, recorder: LogRecorder, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const at = this.#one();
      const feed = openFeed(at.api, { token: session.token, origin: this.#shop.origin }, { recorder });
      const cut = () => feed.cut();
      signal.addEventListener("abort", cut, { once: true });
      await feed.over;
      signal.removeEventListener("abort", cut);
      if (signal.aborted) return;
      if (!at.isStopping) this.problems.push(`a feed at the ${at.version} process was cut`);
      this.counts.reconnects += 1;
      await sleep(50);
    }
  }

  /** Like the widget, sends again under the same id to another process when a stopping process rejected the message. */
  async #send(sending: Sending): Promise<void> {
    for (;;) {
      const at = this.#one();
      const { session, messageId, content } = sending;
      const outcome = await this.#post(at, "chat/stream", {
        token: session.token,
        body: { message_id: messageId, content },
      });
      sending.isAcknowledged ||= outcome.ok;
      if (outcome.ok && !outcome.text.includes("event: end") && !at.isStopping)
        this.problems.push(`an answer at the ${at.version} process was cut`);
      if (outcome.ok) return;
      if (!at.isStopping) this.problems.push(`stream at the ${at.version} process: ${outcome.status}`);
      await sleep(100);
    }
  }

  /** An agent takes over a waiting ticket, answers and resolves it. */
  async #decide(): Promise<void> {
    const at = this.#one();
    const headers = { authorization: `Bearer ${this.#shop.apiKey}` };
    const listed = await fetch(`${at.api}/admin/tickets?status=pending_human`, { headers }).catch(() => null);
    const { items } = listed?.ok ? ticketsSchema.parse(await listed.json()) : { items: [] };
    const ticket = items[Math.floor(Math.random() * items.length)];
    if (!ticket) return void (await sleep(200));
    for (const [path, body] of [
      ["take", {}],
      ["messages", { content: "A moment, please." }],
      ["resolve", { answer: `You sew it with a needle (${ticket.id}).` }],
    ] as const) {
      const asked = this.#one();
      const { status, ok } = await this.#post(asked, `admin/tickets/${ticket.id}/${path}`, {
        token: this.#shop.apiKey,
        body,
      });
      if (!ok && (status === 0 || status >= 500) && !asked.isStopping)
        this.problems.push(`${path} at the ${asked.version} process: ${status}`);
      // Another agent was faster, or the process is stopping: leave the ticket to another agent or a later try.
      if (!ok) return;
    }
    this.counts.resolved += 1;
  }

  /** The console's feed, always open. */
  async #watch(): Promise<void> {
    const at = this.#one();
    const headers = { authorization: `Bearer ${this.#shop.apiKey}` };
    const response = await fetch(`${at.api}/admin/events`, { headers, signal: this.#stop.signal });
    const decoder = new TextDecoder();
    try {
      for await (const piece of response.body ?? [])
        this.counts.notices += decoder.decode(piece, { stream: true }).split("event: desk").length - 1;
    } catch (error) {
      if (!at.isStopping) throw error;
    }
    if (!at.isStopping) throw new Error(`the console's feed at the ${at.version} process was cut`);
  }

  async #post(
    at: Serving,
    path: string,
    { token, body }: { token: string; body: object },
  ): Promise<{ ok: boolean; status: number; text: string }> {
    try {
      const response = await fetch(`${at.api}/${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: this.#shop.origin, authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(answerTimeoutMs),
      });
      const { ok, status } = response;
      // An acknowledged message stays acknowledged, even when its stream breaks.
      return { ok, status, text: await response.text().catch(() => "") };
    } catch {
      return { ok: false, status: 0, text: "" };
    }
  }

  async #until(isDone: () => boolean, what: string): Promise<void> {
    const deadline = Date.now() + answerTimeoutMs;
    while (!isDone()) {
      if (Date.now() > deadline) throw new Error(`${what} did not come`);
      await sleep(25);
    }
  }
}
