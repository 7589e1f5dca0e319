import { css } from "lit";

export const memoriesStyles = css`
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
    padding: var(--_space-4);
    scrollbar-width: thin;
    scrollbar-color: var(--_line-strong) transparent;
  }

  h3,
  h4,
  p,
  ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }

  h3 {
    padding-bottom: 2px;
    border-radius: 4px;
    font-size: var(--_size-input);
    font-weight: 650;
  }

  .intro,
  .empty {
    color: var(--_muted);
    text-wrap: pretty;
  }

  .off {
    margin-top: var(--_space-2);
    padding: var(--_space-2) var(--_space-3);
    border-radius: var(--_radius-small);
    background: var(--_caution-subtle);
    color: var(--_caution);
  }

  .empty {
    padding: var(--_space-6) var(--_space-4);
    text-align: center;
  }

  .failure,
  section {
    margin-top: var(--_space-4);
  }

  h4 {
    padding-bottom: var(--_space-1);
    border-bottom: 1px solid var(--_line);
    color: var(--_muted);
    font-size: var(--_size-small);
    font-weight: 650;
  }

  li:not([hidden]) ~ li {
    border-top: 1px solid var(--_line);
  }

  .waiting {
    display: grid;
    gap: var(--_space-2);
    margin-top: var(--_space-4);
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

  .foot {
    padding: var(--_space-2) var(--_space-4);
    border-top: 1px solid var(--_line);
  }

  .line {
    display: flex;
    flex-wrap: wrap;
    gap: var(--_space-2) var(--_space-4);
    align-items: center;
    min-height: 32px;
  }

  .line [role="status"] {
    flex: 1;
    color: var(--_muted);
  }

  #question {
    font-weight: 600;
  }

  .problem {
    color: var(--_danger);
    font-size: var(--_size-small);
  }

  .all {
    color: var(--_danger);
  }

  .danger {
    padding: 6px var(--_space-4);
    border-radius: var(--_radius-small);
    background: var(--_danger);
    color: var(--_surface);
    font-weight: 600;
  }

  [aria-disabled="true"] {
    opacity: 0.6;
  }

  @media (pointer: coarse) {
    .danger,
    .text-button {
      min-height: 44px;
    }
  }

  @media (forced-colors: active) {
    .waiting span {
      border: 1px solid GrayText;
    }
  }

  @media (prefers-reduced-motion: reduce) {
    .waiting {
      animation: none;
    }
  }
`;
