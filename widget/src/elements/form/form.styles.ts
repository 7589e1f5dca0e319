import { css } from "lit";

export const askStyles = css`
  :host {
    display: block;
  }

  form {
    gap: var(--_space-3);
    margin-block: var(--_space-3);
  }

  /* The form has the focus only as a starting point for the keyboard. */
  form:focus {
    outline-color: transparent;
  }

  p {
    margin: 0;
  }

  .title {
    font-weight: 600;
  }

  .field {
    display: grid;
    gap: var(--_space-1);
    min-width: 0;
  }

  label {
    overflow-wrap: anywhere;
  }

  .optional {
    color: var(--_muted);
    font-weight: 400;
  }

  select {
    appearance: none;
    width: 100%;
    padding: var(--_space-2) var(--_space-3);
    padding-inline-end: 32px;
    border: 1px solid var(--_line-strong);
    border-radius: var(--_radius-small);
    --_half: transparent 50%, var(--_muted) 50%;
    background:
      linear-gradient(45deg, var(--_half)) calc(100% - 18px) 50% / 5px 5px no-repeat,
      linear-gradient(-45deg, var(--_half)) calc(100% - 13px) 50% / 5px 5px no-repeat,
      var(--_surface);
    color: var(--_text);
    font: inherit;
    font-size: var(--_size-input);
  }

  select:focus {
    border-color: var(--_accent-ink);
    outline: 1px solid var(--_accent-ink);
    outline-offset: 0;
  }

  select:dir(rtl) {
    background-position: 13px 50%, 18px 50%;
  }

  [aria-invalid="true"] {
    border-color: var(--_danger);
  }

  [aria-invalid="true"]:focus {
    border-color: var(--_danger);
    outline-color: var(--_danger);
  }

  .consent {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: var(--_space-1) var(--_space-2);
    overflow-wrap: anywhere;
  }

  .consent label {
    font-weight: 400;
  }

  .consent input {
    width: 18px;
    height: 18px;
    margin: 2px 0 0;
    accent-color: var(--_accent);
  }

  .consent > :not(input, label) {
    grid-column: 2;
    justify-self: start;
  }

  a {
    color: var(--_accent-ink);
  }

  [role="alert"] {
    display: flex;
    gap: var(--_space-2);
    align-items: center;
  }

  [role="alert"]:empty {
    display: none;
  }

  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: var(--_space-2) var(--_space-4);
    align-items: center;
  }

  /* In forced-colors mode the select's own arrow would not be visible. */
  @media (forced-colors: active) {
    select {
      appearance: auto;
    }
  }

  @media (pointer: coarse) {
    .send,
    .text-button {
      min-height: 44px;
    }

    .consent input {
      width: 24px;
      height: 24px;
    }
  }
`;
