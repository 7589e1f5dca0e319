import { type ReadonlySignal, signal } from "@preact/signals";

/** A colleague's reply. */
export interface JustSaid {
  messageId: string;
  name: string;
  at: string;
}

interface Asking {
  /** A colleague has just replied: the next attempt sends anyway. */
  readonly question: ReadonlySignal<JustSaid | null>;
  /** The agent continued to write: hide the question. */
  unask(): void;
  /** Asks once before a reply follows a colleague's reply that the agent may not have read; true when it asks now. */
  isAsked(): boolean;
}

/** @param justSaid a colleague's most recent reply, while it is recent. */
export function createAsking(justSaid: () => JustSaid | null): Asking {
  const question = signal<JustSaid | null>(null);
  /** Replies of colleagues about which the agent was already asked. */
  const asked = new Set<string>();
  return {
    question,
    unask() {
      question.value = null;
    },
    isAsked() {
      const said = justSaid();
      question.value = said && !asked.has(said.messageId) ? said : null;
      if (!question.value) return false;
      asked.add(question.value.messageId);
      return true;
    },
  };
}
