import type { Conversation, ConversationDeps } from "./deps.ts";
import { type Run, work } from "./run.ts";
import { longestSummingMs, sumUpConversation } from "./sum-up.ts";

/** Conversations whose ids are kept; with more it begins anew, which costs a look at each. */
const mostRemembered = 10_000;

interface Working {
  id: string;
  stop: AbortController;
  done: Promise<void>;
}

/** Runs that this process works on, and what it sums up after them. Closing it stops them and waits for them. */
export class RunBook {
  /** One that was stopped may still end while the same message is tried again, so there may be two of an id. */
  readonly #working = new Set<Working>();
  /** By conversation: one after the other. */
  readonly #summing = new Map<string, Promise<void>>();
  /** What this process has summed up, or tried to: by looking at it nothing is tried again. */
  readonly #summed = new Set<string>();
  readonly #closing = new AbortController();

  /** Begins a run, or goes on with one. @returns when its outcome is stored */
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

  /** Sums up a conversation, as far as there is something to be summed up; nobody waits for it. */
  sumUp(deps: ConversationDeps, work: Conversation): void {
    if (this.#closing.signal.aborted) return;
    const { conversationId } = work;
    if (this.#summed.size >= mostRemembered) this.#summed.clear();
    this.#summed.add(conversationId);
    const before = this.#summing.get(conversationId) ?? Promise.resolve();
    const done = before.then(() => sumUpConversation(deps, work, this.#closing.signal));
    this.#summing.set(conversationId, done);
    void done.finally(() => this.#summing.get(conversationId) === done && this.#summing.delete(conversationId));
  }

  /** Somebody looks at it: what a process that ended has left undone is done now, once. */
  catchUp(deps: ConversationDeps, work: Conversation, { updatedAt }: { updatedAt: Date }): void {
    // Whoever was at work when it was changed may be at it still.
    if (this.#summed.has(work.conversationId) || Date.now() - updatedAt.getTime() < longestSummingMs) return;
    this.sumUp(deps, work);
  }

  /** Stops what this process does for a message of the copilot. */
  stop(id: string): void {
    for (const working of this.#working) if (working.id === id) working.stop.abort();
  }

  /** How many runs have not ended. */
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
