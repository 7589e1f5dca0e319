import { css } from "lit";

export const conversationsStyles = css`
  :host {
    display: flex;
    flex: 1;
    flex-direction: column;
    min-height: 0;
  }

  .list {
    flex: 1;
    overflow-y: auto;
    overscroll-behavior: contain;
    padding: var(--_space-3) var(--_space-2);
    scrollbar-width: thin;
    scrollbar-color: var(--_line-strong) transparent;
  }

  h3,
  p,
  ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }

  h3 {
    padding: var(--_space-1) var(--_space-2) var(--_space-2);
    font-size: var(--_size-input);
    font-weight: 650;
  }

  .row {
    display: flex;
    gap: var(--_space-3);
    align-items: center;
    width: 100%;
    padding: var(--_space-2);
    border-radius: var(--_radius-inner);
    line-height: 18px;
    transition: background var(--_fast);
  }

  .row:hover,
  .row[aria-current] {
    background: var(--_subtle);
  }

  .row[aria-busy="true"] {
    opacity: 0.6;
  }

  .row:focus-visible {
    outline-offset: -2px;
  }

  .face {
    display: grid;
    flex: none;
    place-items: center;
    width: 32px;
    height: 32px;
    border-radius: 50%;
    background: var(--_hover);
    color: var(--_muted);
    font-size: var(--_size-small);
    font-weight: 650;
  }

  .words {
    flex: 1;
    min-width: 0;
  }

  .line {
    display: flex;
    gap: var(--_space-2);
  }

  .who,
  .preview {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .who {
    flex: 1;
    font-weight: 550;
  }

  .preview {
    display: block;
    color: var(--_muted);
    /* Aligned like the panel's own texts, whatever the direction of the content. */
    text-align: match-parent;
  }

  time,
  .place {
    color: var(--_muted);
    font-size: var(--_size-small);
  }

  .unread .who {
    font-weight: 700;
  }

  .unread .preview {
    color: var(--_text);
    font-weight: 550;
  }

  .dot {
    position: relative;
    flex: none;
    width: 9px;
    height: 9px;
    border-radius: 50%;
    background: var(--_accent-ink);
  }

  .empty {
    padding: var(--_space-6) var(--_space-4);
    color: var(--_muted);
    text-align: center;
  }

  .waiting {
    display: grid;
    gap: var(--_space-2);
    padding: var(--_space-2);
    animation: late 200ms 300ms backwards;
  }

  .waiting span {
    height: 48px;
    border-radius: var(--_radius-inner);
    background: var(--_subtle);
  }

  @keyframes late {
    from {
      opacity: 0;
    }
  }

  .older {
    display: block;
    margin: var(--_space-2) auto;
    padding: var(--_space-2);
  }

  .foot {
    padding: var(--_space-3) var(--_space-4) var(--_space-4);
    border-top: 1px solid var(--_line);
  }

  .new {
    display: flex;
    gap: var(--_space-2);
    align-items: center;
    justify-content: center;
    width: 100%;
    padding: 10px;
    border-radius: var(--_radius-inner);
    background: var(--_accent);
    color: var(--_accent-text);
    font-weight: 600;
  }

  @media (forced-colors: active) {
    .dot {
      background: Highlight;
      forced-color-adjust: none;
    }
  }

  @media (prefers-reduced-motion: reduce) {
    .waiting {
      animation: none;
    }
  }
`;
