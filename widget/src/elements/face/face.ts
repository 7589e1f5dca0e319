import { html, LitElement, type PropertyValues } from "lit";
import type { AgentRef } from "../../../../protocol/messages.ts";
import { drawPicture } from "../../attach/files.ts";
import { define } from "../element.ts";
import { faceStyles } from "./face.styles.ts";

/** Twice the largest size that it is shown in. */
const edge = 72;

/** Pictures that were fetched, by address: a conversation has few faces, many times. */
const kept = new Map<string, Promise<Blob>>();

/**
 * A person's picture over their initials, which stand inside it and stay where there is none.
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
    // Somebody else may answer by now.
    if (address !== this.agent?.avatar_url) return;
    canvas.getContext("2d")?.clearRect(0, 0, edge, edge);
    canvas.classList.toggle("drawn", blob !== undefined && (await drawPicture(canvas, blob)));
  }

  protected override render() {
    return html`<slot></slot><canvas width=${edge} height=${edge}></canvas>`;
  }
}

/** Fetched, not linked: a page may forbid pictures of every address (`img-src`), and may always be talked to by its chat. */
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
