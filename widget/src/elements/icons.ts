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

export const closeIcon = icon("M6 6l12 12M18 6L6 18");
export const backIcon = icon("M11 5l-7 7 7 7M4 12h16");
export const largerIcon = icon("M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7");
export const smallerIcon = icon("M19 11h-6V5M13 11l7-7M5 13h6v6M11 13l-7 7");
export const moreIcon = icon("M5.5 12h.01M12 12h.01M18.5 12h.01", 18, 2.8);
export const attachIcon = icon("M12 5v14M5 12h14");
export const sendIcon = icon("M12 19V5M5.5 11.5L12 5l6.5 6.5");

export const stopIcon = html`<svg width="14" height="14" viewBox="0 0 14 14" fill="currentColor" aria-hidden="true"><rect x="2" y="2" width="10" height="10" rx="2" /></svg>`;
export const alertIcon = icon("M12 8v5M12 16.5h.01M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z", 16);
export const composeIcon = icon("M12 5H5v14h14v-7M18 3.5l2.5 2.5L12 14.5l-3.2.7.7-3.2z");
export const personIcon = icon("M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c.8-3.7 3.8-5.5 7.5-5.5s6.7 1.8 7.5 5.5");
export const sparkIcon = icon("M12 4l1.9 5.1L19 11l-5.1 1.9L12 18l-1.9-5.1L5 11l5.1-1.9z", 16);
