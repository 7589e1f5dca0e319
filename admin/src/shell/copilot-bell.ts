import { type ReadonlySignal, signal } from "@preact/signals";

/** What the desk's feed told of one's own conversations with the copilot. */
export interface CopilotNews {
  /** Null: after a drop, when anything may have changed. */
  conversationId: string | null;
  /** What is being done in it, in words. */
  statusText: string | null;
}

export interface CopilotBell {
  readonly news: ReadonlySignal<CopilotNews | null>;
  ring(news: CopilotNews): void;
}

/** Between the feed, which is always there, and the copilot's page, which comes with a script of its own. */
export function createCopilotBell(): CopilotBell {
  const news = signal<CopilotNews | null>(null);
  return { news, ring: (next) => (news.value = next) };
}
