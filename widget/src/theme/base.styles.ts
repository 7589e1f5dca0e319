import { css } from "lit";

/** What every element of the panel shares. */
export const baseStyles = css`
  :host {
    box-sizing: border-box;
    font-family: var(--_font);
    font-size: var(--_size-body);
    line-height: 1.5;
    color: var(--_text);
  }

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

  .icon-button:hover,
  .icon-button[aria-expanded="true"] {
    background: var(--_hover);
    color: var(--_text);
  }

  .text-button {
    border-radius: var(--_radius-small);
    font-weight: 600;
    color: var(--_accent-ink);
    text-decoration: underline;
    text-decoration-color: transparent;
    text-underline-offset: 2px;
    transition: text-decoration-color var(--_fast);
  }

  .text-button:hover {
    text-decoration-color: currentcolor;
  }

  .only-spoken {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;
