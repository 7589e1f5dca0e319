import { html, LitElement, nothing, type PropertyValues } from "lit";
import type { Attachment } from "../../../../protocol/attachments.ts";
import { isAttachment } from "../../../../ui/events/shapes.ts";
import { drawPicture, fileIcon, saveFile, sizeOf, typeOf } from "../../attach/files.ts";
import type { Locale } from "../../i18n/locale.ts";
import { baseStyles } from "../../theme/base.styles.ts";
import { define, emit } from "../element.ts";
import { alertIcon } from "../icons.ts";
import { downIcon } from "../thread-icons.ts";
import { filesStyles } from "./files.styles.ts";

/** Detail of `parley-file`. The listener sets `bytes`. */
export interface FileRequest {
  file: Attachment;
  size: "preview" | "full";
  bytes?: Promise<Blob>;
}

/** A picture to view, and the element that gets the focus back. */
export interface FileEvent {
  file: Attachment;
  from: HTMLElement;
}

/** Largest width and height of a preview on the page, in pixels. */
const widest = 240;
const highest = 220;
/** Smallest edge of a picture, in pixels, so that it is easy to click. */
const smallest = 44;

/** The bytes of a file, from the element that has the session. */
export async function bytesOf(element: HTMLElement, file: Attachment, size: FileRequest["size"]): Promise<Blob> {
  const request: FileRequest = { file, size };
  emit(element, "parley-file", request);
  if (!request.bytes) throw new Error("nobody has the session");
  return request.bytes;
}

/**
 * The files of one message. Pictures have a box with their final size before they load; other files show type and size.
 *
 * Properties: `files`, `locale`.
 * Events: `parley-file`, `parley-view-picture`.
 */
class FilesComponent extends LitElement {
  static override styles = [baseStyles, filesStyles];
  static override properties = {
    files: { attribute: false },
    locale: { attribute: false },
    _broken: { state: true },
    _saving: { state: true },
  };

  #seen: IntersectionObserver | undefined;

  declare private _broken: string;
  declare private _saving: string;

  declare files: readonly Attachment[];
  declare locale: Locale;

  constructor() {
    super();
    this._broken = "";
    this._saving = "";
    this.files = [];
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#seen?.disconnect();
    this.#seen = undefined;
  }

  protected override updated(changed: PropertyValues): void {
    if (!changed.has("files")) return;
    this.#seen ??= new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries)
        if (isIntersecting) void this.#draw(target as HTMLCanvasElement); // only canvases are watched
    });
    for (const canvas of this.renderRoot.querySelectorAll("canvas")) {
      // Not through a style attribute, which the page's policy may forbid.
      canvas.style.width = `${canvas.width / 2}px`;
      this.#seen.observe(canvas);
    }
  }

  async #draw(canvas: HTMLCanvasElement): Promise<void> {
    this.#seen?.unobserve(canvas);
    const file = this.files.find(({ id }) => id === canvas.dataset["id"]);
    if (!file) return;
    const isDrawn = await bytesOf(this, file, "preview").then(
      (bytes) => drawPicture(canvas, bytes),
      () => false,
    );
    canvas.classList.toggle("drawn", isDrawn);
    if (!isDrawn) this._broken = file.id;
  }

  async #save(file: Attachment): Promise<void> {
    this._saving = file.id;
    this._broken = "";
    try {
      saveFile(file.name, await bytesOf(this, file, "full"));
    } catch {
      this._broken = file.id;
    }
    this._saving = "";
  }

  #renderPicture(file: Attachment, width: number, height: number) {
    const label = this.locale.say("openPicture", { name: file.name });
    const scale = Math.min(1, widest / width, highest / height);
    const points = (side: number) => Math.max(smallest, Math.round(side * scale)) * 2;
    return html`<button
      class="picture edged"
      type="button"
      aria-label=${label}
      title=${file.name}
      @click=${(event: Event) =>
        emit<FileEvent>(this, "parley-view-picture", { file, from: event.currentTarget as HTMLElement })}
    >
      <canvas data-id=${file.id} width=${points(width)} height=${points(height)}></canvas>
      ${this._broken === file.id ? html`<span class="broken">${alertIcon}</span>` : nothing}
    </button>`;
  }

  #renderFile(file: Attachment) {
    const { locale } = this;
    return html`<button
      class="file edged"
      type="button"
      aria-busy=${this._saving === file.id ? "true" : nothing}
      @click=${() => this.#save(file)}
    >
      ${fileIcon}
      <span class="about">
        <b dir="auto">${file.name}</b>
        <span class="small"
          >${this._broken === file.id ? locale.say("fileFailed") : html`<bdi>${typeOf(file.name)}</bdi> · <bdi>${sizeOf(file.size, locale)}</bdi>`}</span
        >
      </span>
      <span class="only-spoken">${locale.say("download", { name: file.name })}</span>
      ${downIcon}
    </button>`;
  }

  protected override render() {
    return html`<ul>
      ${this.files
        .filter(isAttachment)
        .map(
          (file) =>
            html`<li>${file.width && file.height ? this.#renderPicture(file, file.width, file.height) : this.#renderFile(file)}</li>`,
        )}
    </ul>`;
  }
}

define("parley-files", FilesComponent);
