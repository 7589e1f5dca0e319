import { type ReadonlySignal, signal } from "@preact/signals";
import type { TranslatedText } from "../../../../protocol/agent-assist.ts";

/** The original of a translation, its target language, and what the translation lost. */
export interface Original {
  text: string;
  language: string;
  lost: readonly string[];
}

export interface OriginalStore {
  /** The agent's original text while the composer contains its translation. */
  readonly words: ReadonlySignal<Original | null>;
  /** Replaces the text with a translation and keeps the original. */
  translated(made: TranslatedText): void;
  /** Puts the original back with a reply that was not sent. */
  set(own: Original | null): void;
  /** Restores the agent's original text. */
  takeBack(): void;
  /** The text was cleared: there is nothing to restore. */
  forget(): void;
}

/** The original text of a translated reply. */
export function createOriginalStore(
  text: ReadonlySignal<string>,
  kept: Original | null,
  write: (next: string) => void,
): OriginalStore {
  const words = signal<Original | null>(kept);
  return {
    words,
    translated({ content, language, lost }) {
      words.value = { text: text.value, language, lost };
      write(content);
    },
    set(own) {
      words.value = own;
    },
    takeBack() {
      const own = words.value;
      words.value = null;
      if (own) write(own.text);
    },
    forget() {
      words.value = null;
    },
  };
}
