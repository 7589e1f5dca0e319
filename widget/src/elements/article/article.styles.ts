import { css } from "lit";

export const articleStyles = css`
  :host {
    display: block;
    /* The scroll position is kept by script, because not every browser anchors it. */
    overflow-anchor: none;
  }

  .content {
    padding: 0 var(--_space-4) var(--_space-5);
    overflow-wrap: anywhere;
  }

  h3,
  p {
    margin: 0;
  }

  /* The title stays visible while the visitor scrolls. */
  h3 {
    position: sticky;
    z-index: 1;
    inset-block-start: 0;
    padding-block: var(--_space-4) var(--_space-2);
    background: var(--_surface);
    font-size: var(--_size-large);
    font-weight: 680;
    line-height: 1.3;
    letter-spacing: -0.012em;
    text-wrap: balance;
  }

  .original {
    margin-top: var(--_space-1);
  }

  a {
    display: inline-flex;
    gap: 4px;
    align-items: center;
    border-radius: 4px;
    color: var(--_accent-ink);
    font-weight: 600;
    text-decoration: none;
  }

  a:hover {
    text-decoration: underline;
    text-underline-offset: 2px;
  }

  :host(:dir(rtl)) a svg {
    transform: scaleX(-1);
  }

  section,
  .more,
  .waiting,
  [role="alert"] {
    margin-top: var(--_space-4);
  }

  .passage {
    margin-inline: calc(-1 * var(--_space-3));
    padding: var(--_space-3);
    border-radius: var(--_radius-small);
    background: color-mix(in srgb, var(--_accent-ink) 10%, var(--_surface));
    box-shadow: inset 0 0 0 1px color-mix(in srgb, var(--_accent-ink) 28%, var(--_surface));
  }

  .page {
    margin-bottom: var(--_space-1);
    color: var(--_muted);
    font-size: var(--_size-small);
  }

  .more {
    display: block;
    width: 100%;
    min-height: 44px;
    text-align: center;
  }

  .waiting i {
    display: block;
    height: 12px;
    margin-top: var(--_space-3);
    border-radius: 6px;
    background: var(--_hover);
    animation: wait 1.2s 200ms infinite alternate;
  }

  .waiting i:nth-child(3n) {
    width: 62%;
  }

  @keyframes wait {
    to {
      opacity: 0.4;
    }
  }

  @media (prefers-reduced-motion: reduce) {
    .waiting i {
      animation: none;
    }
  }

  @media (forced-colors: active) {
    .passage {
      outline: 2px solid Highlight;
    }

    .waiting i {
      background: GrayText !important;
    }
  }
`;
