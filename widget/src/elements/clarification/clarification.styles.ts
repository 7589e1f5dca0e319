import { css } from "lit";

export const clarificationStyles = css`
  :host {
    display: block;
    margin-top: var(--_space-3);
  }

  ul {
    display: flex;
    flex-direction: column;
    gap: var(--_space-2);
    align-items: flex-start;
    margin: 0;
    padding: 0;
    list-style: none;
  }

  li {
    max-width: 100%;
  }

  .choice {
    min-height: 36px;
    padding: 8px 14px;
    border-radius: var(--_radius-inner);
    box-shadow: inset 0 0 0 1px var(--_line-strong);
    color: var(--_accent-ink);
    font-weight: 500;
    overflow-wrap: anywhere;
  }

  .choice:hover:not([aria-disabled="true"]),
  .choice[aria-pressed="true"] {
    background: var(--_subtle);
    box-shadow: inset 0 0 0 1px var(--_accent-ink);
  }

  .choice[aria-pressed="true"] {
    background: color-mix(in srgb, var(--_accent-ink) 14%, var(--_surface));
  }

  [aria-disabled="true"] {
    cursor: default;
  }

  [aria-disabled="true"]:not([aria-pressed="true"]) {
    color: var(--_muted);
  }

  .else {
    display: flex;
    flex-wrap: wrap;
    gap: var(--_space-1) var(--_space-3);
    margin: var(--_space-2) 0 0;
    color: var(--_muted);
    font-size: var(--_size-small);
  }

  @media (pointer: coarse) {
    .choice {
      min-height: 44px;
    }
  }
`;
