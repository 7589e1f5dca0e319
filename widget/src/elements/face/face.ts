import { html, LitElement, type PropertyValues } from "lit";
import type { AgentRef } from "../../../../protocol/messages.ts";
import { drawPicture } from "../../attach/files.ts";
import { define } from "../element.ts";
import { faceStyles } from "./face.styles.ts";

/** Twice the largest display size, in pixels. */
const edge = 72;

/** Fetched pictures by address: a conversation repeats a few faces many times. */
const kept = new Map<string, Promise<Blob>>();

/**
 * An agent's picture over their initials. The initials stay when there is no picture.
 *
 * Properties: `agent`.
 * Slots: the initials.
 */
class FaceComponent extends LitElement {
  static override styles = faceStyles;
  static override properties = { agent: { attribute: false } };

  declare agent: AgentRef | null | undefined;

  protected override updated(changed: PropertyValues): void {
    if (changed.has("agent")) void this.#draw(this.agent?.avatar_url);
  }

  async #draw(address: string | null | undefined): Promise<void> {
    const canvas = this.renderRoot.querySelector("canvas");
    if (!canvas) return;
    const blob = address ? await pictureAt(address) : undefined;
    // Meanwhile another agent may answer.
    if (address !== this.agent?.avatar_url) return;
    canvas.getContext("2d")?.clearRect(0, 0, edge, edge);
    canvas.classList.toggle("drawn", blob !== undefined && (await drawPicture(canvas, blob)));
  }

  protected override render() {
    return html`<slot></slot><canvas width=${edge} height=${edge}></canvas>`;
  }
}

/** Fetched instead of linked: the page may forbid images from other addresses (`img-src`), but always allows the chat's own requests. */
async function pictureAt(address: string): Promise<Blob | undefined> {
  const known = kept.get(address);
  if (known !== undefined) return known.catch(() => undefined);
  const bytes = fetch(address, { credentials: "omit", referrerPolicy: "no-referrer" }).then((response) => {
    if (!response.ok) throw new Error(`${response.status}`);
    return response.blob();
  });
  kept.set(address, bytes);
  return bytes.catch(() => undefined);
}

define("parley-face", FaceComponent);
