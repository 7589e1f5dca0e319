import { html, LitElement, nothing, type PropertyValues } from "lit";
import { baseStyles } from "../../theme/base.styles.ts";
import { StatusPace } from "../../view/status-pace.ts";
import { dotsStyles } from "../dots.styles.ts";
import { define } from "../element.ts";
import { documentIcon } from "../thread-icons.ts";
import { statusStyles } from "./status.styles.ts";
import type { StatusLine } from "./status-line.ts";

/** More pills would not help the visitor. */
const maxPills = 3;

/**
 * The assistant's present step. Each step stays long enough to be read.
 *
 * Properties: `line`, or null when no turn is running.
 * Parts: `status`.
 */
class StatusComponent extends LitElement {
  static override styles = [baseStyles, dotsStyles, statusStyles];
  static override properties = { line: { attribute: false }, _shown: { state: true } };

  #pace = new StatusPace<StatusLine>((line) => {
    this._shown = line;
  });

  declare private _shown: StatusLine | null;

  declare line: StatusLine | null;

  constructor() {
    super();
    this._shown = null;
    this.line = null;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("line") || isSame(changed.get("line"), this.line)) return;
    if (this.line) this.#pace.push(this.line);
    else this.#pace.finish();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#pace.stop();
  }

  protected override render() {
    if (!this._shown) return nothing;
    const { content, documents } = this._shown;
    return html`<div class="line" part="status">
      <span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>
      <span class="words" dir="auto">${content}</span>
      ${documents.slice(0, maxPills).map(({ title }) => html`<span class="pill edged">${documentIcon}<b>${title}</b></span>`)}
      ${documents.length > maxPills ? html`<span class="pill">+${documents.length - maxPills}</span>` : nothing}
    </div>`;
  }
}

function isSame(a: StatusLine | null | undefined, b: StatusLine | null): boolean {
  return a?.content === b?.content && a?.documents.length === b?.documents.length;
}

define("parley-status", StatusComponent);
