import { css } from "lit";

export const articleSearchStyles = css`
  :host {
    display: block;
  }

  .field {
    display: flex;
    gap: var(--_space-2);
    align-items: center;
    padding-inline: var(--_space-3);
    border: 1px solid var(--_line-strong);
    border-radius: var(--_radius-inner);
    background: var(--_surface);
    color: var(--_muted);
    transition: border-color var(--_fast), box-shadow var(--_fast);
  }

  .field:focus-within {
    border-color: var(--_accent-ink);
    box-shadow: 0 0 0 1px var(--_accent-ink);
  }

  input {
    flex: 1;
    min-width: 0;
    height: 42px;
    margin: 0;
    padding: 0;
    border: 0;
    background: none;
    color: var(--_text);
    font: inherit;
    font-size: var(--_size-input);
    appearance: none;
  }

  input:focus-visible {
    outline: none;
  }

  input::-webkit-search-cancel-button {
    filter: grayscale(1);
  }

  input::placeholder {
    color: var(--_muted);
    opacity: 1;
  }

  .status {
    margin: 0;
    color: var(--_muted);
  }

  .status:not(:empty) {
    padding: var(--_space-3) var(--_space-1) 0;
  }

  ul {
    margin: var(--_space-2) 0 0;
    padding: 0;
    list-style: none;
  }

  button {
    display: flex;
    gap: var(--_space-3);
    width: 100%;
    padding: var(--_space-2) var(--_space-3);
    border-radius: var(--_radius-inner);
    transition: background var(--_fast);
  }

  button:hover,
  button:focus-visible {
    background: var(--_subtle);
  }

  button:focus-visible {
    outline-offset: -2px;
  }

  button svg {
    margin-top: 2px;
    color: var(--_muted);
  }

  .text {
    flex: 1;
    min-width: 0;
  }

  .text > span {
    display: block;
    overflow-wrap: anywhere;
  }

  .title {
    font-weight: 600;
  }

  .heading,
  .quote {
    color: var(--_muted);
    font-size: var(--_size-small);
    line-height: 18px;
  }

  .heading {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  mark {
    background: none;
    color: var(--_text);
    font-weight: 650;
  }
`;
