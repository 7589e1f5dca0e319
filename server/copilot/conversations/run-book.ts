import type { Conversation, ConversationDeps } from "./deps.ts";
import { type Run, work } from "./run.ts";
import { longestSummingMs, sumUpConversation } from "./sum-up.ts";

/** Most conversations that are remembered. A full list is cleared, which costs one check per conversation. */
const maxRemembered = 10_000;

interface Working {
  id: string;
  stop: AbortController;
  done: Promise<void>;
}

/** The runs of this process, and the summaries after them. Closing it cancels them and waits for their end. */
export class RunBook {
  /** A cancelled run may still be ending while the same message is retried, so one id may have two entries. */
  readonly #working = new Set<Working>();
  /** The last summary work by conversation. A conversation's summaries run one after another. */
  readonly #summing = new Map<string, Promise<void>>();
  /** Conversations that this process has summarized or tried to summarize. Opening them does not try again. */
  readonly #summed = new Set<string>();
  readonly #closing = new AbortController();

  /** Starts or continues a run. @returns when its outcome is stored */
  start(deps: ConversationDeps, run: Run): Promise<void> {
    const stop = new AbortController();
    const working: Working = { id: run.id, stop, done: work(deps, run, stop.signal) };
    this.#working.add(working);
    void working.done.finally(() => {
      this.#working.delete(working);
      this.sumUp(deps, run);
    });
    return working.done;
  }

  /** Summarizes a conversation in the background, if needed. */
  sumUp(deps: ConversationDeps, work: Conversation): void {
    if (this.#closing.signal.aborted) return;
    const { conversationId } = work;
    if (this.#summed.size >= maxRemembered) this.#summed.clear();
    this.#summed.add(conversationId);
    const before = this.#summing.get(conversationId) ?? Promise.resolve();
    const done = before.then(() => sumUpConversation(deps, work, this.#closing.signal));
    this.#summing.set(conversationId, done);
    void done.finally(() => this.#summing.get(conversationId) === done && this.#summing.delete(conversationId));
  }

  /** Writes a summary that another process left unfinished, once, when someone opens the conversation. */
  catchUp(deps: ConversationDeps, work: Conversation, { updatedAt }: { updatedAt: Date }): void {
    // The process that changed it may still be working on it.
    if (this.#summed.has(work.conversationId) || Date.now() - updatedAt.getTime() < longestSummingMs) return;
    this.sumUp(deps, work);
  }

  /** Cancels the work of this process on a message of the copilot. */
  stop(id: string): void {
    for (const working of this.#working) if (working.id === id) working.stop.abort();
  }

  /** The number of unfinished runs. */
  get active(): number {
    return this.#working.size;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    for (const { stop } of this.#working) stop.abort();
    await Promise.all([...this.#working].map(({ done }) => done));
    await Promise.all(this.#summing.values());
  }
}
