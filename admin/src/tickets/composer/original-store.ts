import { type ReadonlySignal, signal } from "@preact/signals";
import type { TranslatedText } from "../../../../protocol/agent-assist.ts";

/** What was translated, into which language, and what the translation lost. */
export interface Original {
  text: string;
  language: string;
  lost: readonly string[];
}

export interface OriginalStore {
  /** The agent's own words, while the text is their translation. */
  readonly words: ReadonlySignal<Original | null>;
  /** Puts a translation in the place of the text, which is kept. */
  translated(made: TranslatedText): void;
  /** Puts the agent's own words back. */
  takeBack(): void;
  /** Nothing is left of the text: nor is anything to go back to. */
  forget(): void;
}

/** The words behind a translated answer. */
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
