import { html, LitElement, nothing } from "lit";
import type { Attachment } from "../../../../protocol/attachments.ts";
import { drawPicture, saveFile, sizeOf } from "../../attach/files.ts";
import type { Locale } from "../../i18n/locale.ts";
import { baseStyles } from "../../theme/base.styles.ts";
import { define, emit } from "../element.ts";
import { bytesOf } from "../files/files.ts";
import { closeIcon } from "../icons.ts";
import { downIcon } from "../thread-icons.ts";
import { viewerStyles } from "./viewer.styles.ts";

/**
 * A picture that covers the whole panel.
 *
 * Properties: `file`, `locale`.
 * Events: `parley-viewer-close`, `parley-file`.
 */
class ViewerComponent extends LitElement {
  static override styles = [baseStyles, viewerStyles];
  static override properties = {
    file: { attribute: false },
    locale: { attribute: false },
    _isBroken: { state: true },
  };

  declare private _isBroken: boolean;

  declare file: Attachment;
  declare locale: Locale;

  constructor() {
    super();
    this._isBroken = false;
  }

  protected override firstUpdated(): void {
    this.renderRoot.querySelector<HTMLElement>(".close")?.focus();
    void this.#show();
  }

  async #show(): Promise<void> {
    const canvas = this.renderRoot.querySelector("canvas");
    if (!canvas) return;
    // Shows the preview, which is already loaded, until the large picture has loaded.
    for (const size of ["preview", "full"] as const) {
      const bytes = await bytesOf(this, this.file, size).catch(() => undefined);
      const isDrawn = bytes !== undefined && (await drawPicture(canvas, bytes));
      this._isBroken = !isDrawn;
    }
  }

  #close(): void {
    emit(this, "parley-viewer-close", undefined);
  }

  async #save(): Promise<void> {
    const bytes = await bytesOf(this, this.file, "full").catch(() => undefined);
    if (bytes) saveFile(this.file.name, bytes);
    this._isBroken = !bytes;
  }

  #onKeydown(event: KeyboardEvent): void {
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      this.#close();
    } else if (event.key === "Tab") {
      // The Tab key moves only between the two buttons, not to elements behind the picture.
      event.preventDefault();
      const buttons = [...this.renderRoot.querySelectorAll("button")];
      buttons.find((button) => button !== this.shadowRoot?.activeElement)?.focus();
    }
  }

  protected override render() {
    const { locale, file } = this;
    const { name, size, width = 1, height = 1 } = file;
    return html`<div class="viewer" role="dialog" aria-modal="true" aria-label=${name} @keydown=${this.#onKeydown}>
      <header>
        <button class="icon-button close" type="button" aria-label=${locale.say("closePicture")} title=${locale.say("closePicture")}
          @click=${this.#close}>${closeIcon}</button>
        <b dir="auto">${name}</b>
        <button class="icon-button" type="button" aria-label=${`${locale.say("download", { name })}, ${sizeOf(size, locale)}`}
          title=${locale.say("download", { name })} @click=${this.#save}>${downIcon}</button>
      </header>
      <div class="stage">
        <canvas role="img" aria-label=${name} width=${width} height=${height}></canvas>
        ${this._isBroken ? html`<p role="alert">${locale.say("fileFailed")}</p>` : nothing}
      </div>
    </div>`;
  }
}

define("parley-viewer", ViewerComponent);
