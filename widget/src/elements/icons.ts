import { html, type SVGTemplateResult, svg, type TemplateResult } from "lit";

/** Drawn on a grid of 24 with one line width, in the colour of the text around. */
function icon(path: SVGTemplateResult, size = 18): TemplateResult {
  return html`<svg
    width=${size}
    height=${size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="1.9"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    ${path}
  </svg>`;
}

export const closeIcon = icon(svg`<path d="M6 6l12 12M18 6L6 18" />`);
export const moreIcon = icon(svg`<path stroke-width="2.8" d="M5.5 12h.01M12 12h.01M18.5 12h.01" />`);
export const sendIcon = icon(svg`<path d="M12 19V5M5.5 11.5L12 5l6.5 6.5" />`);

export const stopIcon = html`<svg width="14" height="14" viewBox="0 0 14 14" fill="currentColor" aria-hidden="true"><rect x="2" y="2" width="10" height="10" rx="2" /></svg>`;
export const copyIcon = icon(svg`<path d="M9 9h10v11H9zM5 15V4h10" />`, 16);
export const checkIcon = icon(svg`<path d="M5 12.5l4.5 4.5L19 7.5" />`, 16);
export const thumbUpIcon = icon(
  svg`<path d="M7 11v9H4v-9zM7 11l4-8c1.7 0 2.6 1.2 2.3 2.8L12.7 9H18c1.4 0 2.3 1.2 2 2.6l-1.4 6.6c-.2 1.1-1.1 1.8-2.2 1.8H7" />`,
  16,
);
export const thumbDownIcon = icon(
  svg`<path d="M17 13V4h3v9zM17 13l-4 8c-1.7 0-2.6-1.2-2.3-2.8l.6-3.2H6c-1.4 0-2.3-1.2-2-2.6l1.4-6.6C5.6 4.7 6.5 4 7.6 4H17" />`,
  16,
);
export const personIcon = icon(
  svg`<path d="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c.8-3.7 3.8-5.5 7.5-5.5s6.7 1.8 7.5 5.5" />`,
);
export const alertIcon = icon(svg`<path d="M12 8v5M12 16.5h.01M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z" />`, 16);
export const infoIcon = icon(svg`<path d="M12 11v5M12 7.5h.01M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z" />`, 16);
export const externalIcon = icon(svg`<path d="M9 6H5v13h13v-4M13 5h6v6M19 5l-9 9" />`, 16);
export const downIcon = icon(svg`<path d="M12 5v14M6 13l6 6 6-6" />`);
export const documentIcon = icon(svg`<path d="M7 3h7l4 4v14H7zM14 3v4h4" />`, 16);
export const composeIcon = icon(svg`<path d="M12 5H5v14h14v-7M18 3.5l2.5 2.5L12 14.5l-3.2.7.7-3.2z" />`);
export const sparkIcon = icon(svg`<path d="M12 4l1.9 5.1L19 11l-5.1 1.9L12 18l-1.9-5.1L5 11l5.1-1.9z" />`, 16);
