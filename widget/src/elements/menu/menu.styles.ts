import { css } from "lit";

export const menuStyles = css`
  .menu {
    position: absolute;
    z-index: 2;
    inset-block-start: calc(100% + 6px);
    inset-inline-end: 0;
    padding: var(--_space-1);
    border-radius: var(--_radius-inner);
    background: var(--_raised);
    box-shadow: var(--_shadow-small);
  }

  button {
    display: flex;
    gap: var(--_space-2);
    align-items: center;
    width: 100%;
    padding: var(--_space-2) var(--_space-3);
    border-radius: var(--_radius-small);
    white-space: nowrap;
  }

  button:hover,
  button:focus-visible {
    background: var(--_hover);
  }

  svg {
    color: var(--_muted);
  }

  .switch {
    width: 26px;
    height: 16px;
    margin-inline-start: auto;
    padding: 2px;
    border-radius: 8px;
    background: var(--_line-strong);
  }

  .switch::before {
    content: "";
    display: block;
    width: 12px;
    height: 12px;
    border-radius: 50%;
    background: #fff;
  }

  [aria-checked="true"] .switch {
    background: var(--_accent-ink);
  }

  [aria-checked="true"] .switch::before {
    margin-inline-start: auto;
    background: var(--_raised);
  }

  @media (forced-colors: active) {
    .switch {
      outline: 1px solid;
    }

    [aria-checked="true"] .switch::before {
      background: Highlight;
    }
  }

  @media (pointer: coarse) {
    button {
      min-height: 44px;
    }
  }
`;
