import { css } from "lit";

export const feedbackStyles = css`
  :host {
    display: block;
  }

  .thumbs {
    display: flex;
    gap: 2px;
    align-items: center;
    margin-inline-start: -6px;
  }

  .icon-button {
    width: 28px;
    height: 28px;
  }

  .icon-button[aria-pressed="true"] {
    color: var(--_accent-ink);
  }

  .icon-button[aria-pressed="true"] svg {
    fill: color-mix(in srgb, currentcolor 20%, transparent);
  }

  .thanks {
    padding-inline-start: var(--_space-1);
    color: var(--_muted);
    font-size: var(--_size-small);
  }

  form {
    display: grid;
    gap: var(--_space-2);
    margin-top: var(--_space-2);
    padding: var(--_space-3);
    border: 1px solid var(--_line);
    border-radius: var(--_radius-inner);
    background: var(--_subtle);
  }

  label {
    font-weight: 600;
  }

  textarea {
    width: 100%;
    padding: var(--_space-2) var(--_space-3);
    border: 1px solid var(--_line-strong);
    border-radius: var(--_radius-small);
    background: var(--_surface);
    color: var(--_text);
    font: inherit;
    font-size: var(--_size-input);
    resize: vertical;
  }

  textarea:focus {
    border-color: var(--_accent-ink);
    outline: 1px solid var(--_accent-ink);
    outline-offset: 0;
  }

  .row {
    display: flex;
    gap: var(--_space-4);
    align-items: center;
  }

  .send {
    padding: 6px var(--_space-4);
    border-radius: var(--_radius-small);
    background: var(--_accent);
    color: var(--_accent-text);
    font-weight: 600;
  }
`;
