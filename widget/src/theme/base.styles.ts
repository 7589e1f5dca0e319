import { css } from "lit";

/** Styles that all elements of the panel share. */
export const baseStyles = css`
  :host([hidden]),
  [hidden] {
    display: none !important;
  }

  *,
  *::before,
  *::after {
    box-sizing: inherit;
  }

  button {
    margin: 0;
    padding: 0;
    border: 0;
    background: none;
    font: inherit;
    color: inherit;
    text-align: start;
    cursor: pointer;
    -webkit-tap-highlight-color: transparent;
  }

  button:disabled {
    cursor: default;
  }

  :focus {
    outline: none;
  }

  :focus-visible {
    outline: 2px solid var(--_accent-ink);
    outline-offset: 2px;
  }

  svg {
    display: block;
    flex: none;
  }

  .icon-button {
    display: grid;
    place-items: center;
    width: 32px;
    height: 32px;
    border-radius: var(--_radius-small);
    color: var(--_muted);
    transition: background var(--_fast), color var(--_fast);
  }

  @media (pointer: coarse) {
    .icon-button {
      width: 44px;
      height: 44px;
    }
  }

  .icon-button:hover,
  .icon-button[aria-expanded="true"] {
    background: var(--_hover);
    color: var(--_text);
  }

  .text-button {
    border-radius: var(--_radius-small);
    font-weight: 600;
    color: var(--_accent-ink);
    text-underline-offset: 2px;
  }

  .text-button:hover {
    text-decoration: underline;
  }

  .only-spoken {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  /* This mode removes shadows and backgrounds: outlines replace them. */
  @media (forced-colors: active) {
    button,
    .edged {
      outline: 1px solid;
      outline-offset: -1px;
    }

    [aria-pressed="true"],
    [aria-expanded="true"] {
      outline-width: 3px;
    }

    :focus-visible,
    :focus-within.edged-field {
      outline: 3px solid Highlight;
      outline-offset: 1px;
    }

    i {
      background: CanvasText !important;
    }
  }
`;
