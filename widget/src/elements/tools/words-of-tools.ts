import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { Locale } from "../../i18n/locale.ts";
import { loadTexts, type Texts } from "../../i18n/texts.ts";
import { Part } from "../../parts/part.ts";

const textFiles = import.meta.glob<Pick<Texts, "tools">>("./*.json", { base: "../../i18n/languages", query: "?tools" });

/** Fetches the words about tools for an element, which is drawn again when they are there. */
export class WordsOfTools implements ReactiveController {
  readonly #host: ReactiveControllerHost & { locale: Locale };
  /** Absent until they came. */
  words: Texts["tools"] | undefined;

  constructor(host: ReactiveControllerHost & { locale: Locale }) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    if (this.words) return;
    // The locale is set in the same breath as the element is put on the page, or right after.
    queueMicrotask(async () => {
      this.words = (await new Part(() => loadTexts(textFiles, this.#host.locale.tag)).load()).tools;
      this.#host.requestUpdate();
    });
  }
}
