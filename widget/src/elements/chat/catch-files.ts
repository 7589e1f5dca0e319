import type { LitElement } from "lit";
import type { Locale } from "../../i18n/locale.ts";
import { parts } from "../../parts/load.ts";
import type { AttachComponent } from "../attach/attach.ts";

/** What comes to the panel of files, by the button, a drop or a paste, goes to the part that knows them, which is fetched for it. */
export class CatchFiles {
  readonly #host: LitElement & { locale: Locale };
  readonly #isOffered: () => boolean;

  constructor(host: LitElement & { locale: Locale }, isOffered: () => boolean) {
    this.#host = host;
    this.#isOffered = isOffered;
  }

  /** Files that go with the message that is sent now. */
  get given(): ReturnType<AttachComponent["give"]> | undefined {
    // Before its code is there, nothing was chosen.
    return this.#element?.give?.();
  }

  get #element(): Partial<AttachComponent> | null {
    return this.#host.renderRoot.querySelector<AttachComponent>("parley-attach");
  }

  /** Hands it over. `type` is that of the event that it came by. */
  async take(type: string, files: readonly File[] = []): Promise<void> {
    await this.#host.locale.learn();
    await parts.attach.load();
    await this.#element?.take?.(type, files);
  }

  /** Files above the panel are kept from the page, which would leave for them. */
  readonly onFiles = (event: Partial<DragEvent & ClipboardEvent> & Event): void => {
    const data = event.dataTransfer ?? event.clipboardData;
    // A text that is copied from an office program brings its picture along.
    if (!this.#isOffered() || !data?.types.includes("Files") || data.types.includes("text/plain")) return;
    event.preventDefault();
    void this.take(event.type, [...data.files]);
  };
}
