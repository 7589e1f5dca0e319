import { css } from "lit";

export const previewStyles = css`
  /* Marked important: rules of the page win over plain ones of a host, and lose against these. */
  :host {
    all: initial !important;
    --_at: var(--parley-offset, 20px);
    position: fixed !important;
    z-index: var(--parley-z-index, 2147483000) !important;
    inset: auto var(--_at) calc(var(--_at) + 68px) auto !important;
    box-sizing: border-box !important;
    width: min(300px, 100vw - 2 * var(--_at)) !important;
    color: var(--_text) !important;
    color-scheme: var(--_scheme) !important;
    font: var(--_size-body) / 1.45 var(--_font) !important;
    direction: ltr !important;
    unicode-bidi: isolate !important;
    -webkit-font-smoothing: antialiased !important;
    pointer-events: none !important;
  }

  :host([position="left"]) {
    inset: auto auto calc(var(--_at) + 68px) var(--_at) !important;
  }

  :host::before,
  :host::after {
    content: none !important;
  }

  @media print {
    :host {
      display: none !important;
    }
  }

  .preview {
    display: flex;
    align-items: start;
    width: fit-content;
    max-width: 100%;
    margin-inline-start: auto;
    border-radius: var(--_radius-inner);
    background: var(--_raised);
    box-shadow: var(--_shadow);
    pointer-events: auto;
    animation: come var(--_slow);
  }

  :host([position="left"]) .preview {
    margin-inline: 0 auto;
  }

  @keyframes come {
    from {
      opacity: 0;
      transform: translateY(6px);
    }
  }

  .open {
    display: flex;
    flex: 1;
    gap: 10px;
    align-items: start;
    min-width: 0;
    padding: 12px 0 12px 12px;
    padding-inline: 12px 0;
    border-radius: inherit;
  }

  .face {
    display: grid;
    flex: none;
    place-items: center;
    width: 32px;
    height: 32px;
    border-radius: 50%;
    background: var(--_accent);
    color: var(--_accent-text);
    font-size: 12px;
    font-weight: 700;
  }

  .face svg {
    width: 18px;
    height: 18px;
  }

  .words {
    min-width: 0;
  }

  b {
    display: block;
    overflow: hidden;
    font-weight: 600;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .text {
    display: -webkit-box;
    overflow: hidden;
    color: var(--_muted);
    overflow-wrap: anywhere;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }

  .icon-button {
    margin: 4px;
  }

  @media (prefers-reduced-motion: reduce) {
    .preview {
      animation: none;
    }
  }
`;
