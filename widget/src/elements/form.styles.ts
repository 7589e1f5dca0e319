import { css } from "lit";

/** The frame of a small form inside the conversation. */
export const formStyles = css`
  form {
    display: grid;
    gap: var(--_space-2);
    margin-top: var(--_space-2);
    padding: var(--_space-3);
    border: 1px solid var(--_line);
    border-radius: var(--_radius-inner);
    background: var(--_subtle);
  }
`;

/** What is filled in, and the button that sends it. */
export const fieldStyles = css`
  label {
    font-weight: 600;
  }

  textarea,
  input {
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

  textarea:focus,
  input:focus {
    border-color: var(--_accent-ink);
    outline: 1px solid var(--_accent-ink);
    outline-offset: 0;
  }

  .send {
    padding: 6px var(--_space-4);
    border-radius: var(--_radius-small);
    background: var(--_accent);
    color: var(--_accent-text);
    font-weight: 600;
  }

  .problem {
    color: var(--_danger);
    font-size: var(--_size-small);
  }
`;
