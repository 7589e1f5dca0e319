import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { Locale } from "../../i18n/locale.ts";
import { loadToolWords } from "../../i18n/tools/load-tool-words.ts";
import type { ToolWords } from "../../i18n/tools/tools-en.ts";

/** Fetches the words about tools for an element, which is drawn again when they are there. */
export class WordsOfTools implements ReactiveController {
  readonly #host: ReactiveControllerHost & { locale: Locale };
  /** Absent until they came. */
  words: ToolWords | undefined;

  constructor(host: ReactiveControllerHost & { locale: Locale }) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    if (this.words) return;
    // The locale is set in the same breath as the element is put on the page, or right after.
    queueMicrotask(async () => {
      this.words = await loadToolWords(this.#host.locale.tag);
      this.#host.requestUpdate();
    });
  }
}
