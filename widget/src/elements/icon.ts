import { html, type TemplateResult } from "lit";

/** Drawn on a grid of 24 with one line width, in the colour of the text around. One template for all: each of its own costs the page a parse. */
export function icon(path: string, size = 18, lineWidth = 1.9): TemplateResult {
  return html`<svg
    width=${size}
    height=${size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width=${lineWidth}
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    <path d=${path} />
  </svg>`;
}
