import { html, LitElement, nothing, type PropertyValues } from "lit";
import type { Attachment, AttachmentOffer } from "../../../../protocol/attachments.ts";
import { acceptList, mostFiles, typesAllowed } from "../../attach/accepted.ts";
import { drawPicture, FileReads, fileIcon, sizeOf, typeOf } from "../../attach/files.ts";
import { type Chosen, Uploads } from "../../attach/uploads.ts";
import type { ChatClient } from "../../client/chat-client.ts";
import type { Locale } from "../../i18n/locale.ts";
import { loadTexts, type Texts } from "../../i18n/texts.ts";
import { baseStyles } from "../../theme/base.styles.ts";
import type { ViewState } from "../../view/state.ts";
import { define, emit } from "../element.ts";
import type { FileEvent, FileRequest } from "../files/files.ts";
import { closeIcon } from "../icons.ts";
import { attachStyles } from "./attach.styles.ts";
import "../face/face.ts";
import "../files/files.ts";
import "../viewer/viewer.ts";

const textFiles = import.meta.glob<Pick<Texts, "files">>("./*.json", { base: "../../i18n/languages", query: "?files" });

/** Pixels of a thumbnail's edge: twice its size on the page. */
const thumbSide = 96;

/**
 * The files of the next message, and the picture that is looked at. Stands in a panel and answers what the files of messages in it ask
 * for (`parley-file`) and show (`parley-view-picture`).
 *
 * Properties: `client`, `view`, `locale`.
 * Events: `parley-files` with how many the next message takes along.
 */
class AttachComponent extends LitElement {
  static override styles = [baseStyles, attachStyles];
  static override properties = {
    client: { attribute: false },
    view: { attribute: false },
    locale: { attribute: false },
    _isOver: { state: true },
    _isTooMany: { state: true },
    _viewed: { state: true },
  };

  readonly #reads = new FileReads(() => this.client);
  readonly #uploads = new Uploads(() => {
    this.requestUpdate();
    emit(this, "parley-files", this.#uploads.next.length);
  });
  #words: Promise<void> | undefined;
  #overTimer: ReturnType<typeof setTimeout> | undefined;
  #opener: HTMLElement | undefined;

  declare private _isOver: boolean;
  declare private _isTooMany: boolean;
  declare private _viewed: Attachment | null;

  declare client: ChatClient;
  declare view: ViewState;
  declare locale: Locale;

  constructor() {
    super();
    this._isOver = false;
    this._isTooMany = false;
    this._viewed = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const root = this.getRootNode();
    root.addEventListener("parley-file", this.#onFile);
    root.addEventListener("parley-view-picture", this.#onView);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#overTimer);
    this.#reads.clear();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("view") && this.#offer) this.#uploads.use(this.client, this.#offer);
  }

  protected override updated(): void {
    for (const canvas of this.renderRoot.querySelectorAll<HTMLCanvasElement>("canvas:not([data-drawn])")) {
      const one = this.#uploads.chosen.find(({ id }) => id === canvas.dataset["id"]);
      canvas.dataset["drawn"] = "";
      if (one) void drawPicture(canvas, one.file).then((isDrawn) => canvas.classList.toggle("drawn", isDrawn));
    }
  }

  get #offer(): AttachmentOffer | null {
    return this.view?.offer ?? null;
  }

  #onFile = (event: Event): void => {
    const { detail } = event as CustomEvent<FileRequest>;
    detail.bytes = this.#reads.read(detail.file.id, detail.size);
  };

  #onView = (event: Event): void => {
    const { detail } = event as CustomEvent<FileEvent>;
    this.#opener = detail.from;
    this._viewed = detail.file;
  };

  #closeViewer(): void {
    this._viewed = null;
    this.#opener?.focus();
  }

  /** Handles an event over the panel: files are dragged, dropped or pasted, or the file dialog should open. */
  async take(type: string, files: readonly File[]): Promise<void> {
    this.#words ??= loadTexts(textFiles, this.locale.tag).then(
      ({ files: words }) => this.locale.add(words),
      () => {
        this.#words = undefined; // asked for again with the next file
      },
    );
    await this.#words;
    if (type === "pick") {
      if (!this.hasUpdated) await this.updateComplete;
      return this.renderRoot.querySelector("input")?.click();
    }
    clearTimeout(this.#overTimer);
    this._isOver = type === "dragover";
    // No event fires when a drag leaves the window.
    if (this._isOver) this.#overTimer = setTimeout(() => this.#endDrag(), 400);
    else this.#add(files);
  }

  #endDrag(): void {
    this._isOver = false;
  }

  #add(files: readonly File[]): void {
    if (files.length > 0) this._isTooMany = !this.#uploads.add(files);
  }

  /** The files for a message that is sent now; see `Uploads`. */
  give(isApart: boolean): ReturnType<Uploads["give"]> {
    this._isTooMany = false;
    return this.#uploads.give(isApart);
  }

  #stateOf({ state, failure, file, progress }: Chosen) {
    const { locale } = this;
    const offer = this.#offer ?? { types: [], max_bytes: 0 };
    if (failure) return locale.say(failure.text, { size: sizeOf(offer.max_bytes, locale), types: typesAllowed(offer) });
    if (state === "waiting") return locale.say(navigator.onLine === false ? "queued" : "sending");
    if (state === "sending") return progress < 1 ? `${Math.floor(progress * 100)} %` : locale.say("sending");
    return html`<bdi>${typeOf(file.name)}</bdi> <bdi>${sizeOf(file.size, locale)}</bdi>`;
  }

  #renderChip(one: Chosen) {
    const { say } = this.locale;
    const { id, file, state, progress, failure } = one;
    const isPicture = file.type.startsWith("image/");
    return html`<li class="chip edged ${state}">
      <span class="thumb">
        ${fileIcon}
        ${isPicture ? html`<canvas data-id=${id} width=${thumbSide} height=${thumbSide} aria-hidden="true"></canvas>` : nothing}
      </span>
      <span class="about">
        <b dir="auto">${file.name}</b>
        <span class="state" role=${failure ? "alert" : nothing}>${this.#stateOf(one)}</span>
        ${
          failure?.retryable
            ? html`<button class="text-button" type="button" @click=${() => this.#uploads.retry(id)}>${say("retry")}</button>`
            : nothing
        }
      </span>
      ${
        state === "sending"
          ? html`<progress max="1" .value=${progress} aria-label=${`${say("sending")} ${file.name}`}></progress>`
          : nothing
      }
      <button
        class="icon-button remove"
        type="button"
        aria-label=${this.locale.say("removeFile", { name: file.name })}
        title=${this.locale.say("removeFile", { name: file.name })}
        @click=${() => this.#remove(id)}
      >
        ${closeIcon}
      </button>
    </li>`;
  }

  #remove(id: string): void {
    this._isTooMany = false;
    this.#uploads.remove(id);
    // The button with the focus was removed.
    const root = this.getRootNode();
    if (root instanceof ShadowRoot && root.host instanceof HTMLElement) root.host.focus();
  }

  #onPicked(event: Event): void {
    const input = event.currentTarget as HTMLInputElement; // the listener stands on it
    this.#add([...(input.files ?? [])]);
    input.value = ""; // the same file may be chosen again
  }

  protected override render() {
    const offer = this.#offer;
    const { locale, _viewed: viewed } = this;
    const { chosen } = this.#uploads;
    return html`${
      offer
        ? html`<input type="file" multiple hidden accept=${acceptList(offer)} @change=${this.#onPicked} />`
        : nothing
    }
    ${chosen.length > 0 ? html`<ul aria-label=${locale.say("attach")}>${chosen.map((one) => this.#renderChip(one))}</ul>` : nothing}
    ${this._isTooMany ? html`<p class="many" role="alert">${locale.say("fileCount", { n: mostFiles })}</p>` : nothing}
    ${this._isOver ? html`<div class="over"><p>${locale.say("dropFiles")}</p></div>` : nothing}
    ${
      viewed
        ? html`<parley-viewer .file=${viewed} .locale=${locale} @parley-viewer-close=${this.#closeViewer}></parley-viewer>`
        : nothing
    }`;
  }
}

define("parley-attach", AttachComponent);

export type { AttachComponent };
