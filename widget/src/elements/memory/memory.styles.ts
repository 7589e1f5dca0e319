import { css } from "lit";

export const memoryStyles = css`
  :host {
    display: block;
  }

  p {
    margin: 0;
  }

  .shown {
    display: flex;
    gap: var(--_space-1);
    align-items: flex-start;
    padding-block: var(--_space-2);
  }

  .words {
    flex: 1;
    min-width: 0;
    padding-block: 2px;
  }

  .content,
  .problem b {
    overflow-wrap: anywhere;
    /* Aligned like the panel's own texts, whatever the direction of the content. */
    text-align: match-parent;
  }

  .source {
    color: var(--_muted);
    font-size: var(--_size-small);
    line-height: 16px;
  }

  .box {
    display: grid;
    gap: var(--_space-2);
    margin-block: var(--_space-1) var(--_space-2);
    padding: var(--_space-3);
    border: 1px solid var(--_line);
    border-radius: var(--_radius-inner);
    background: var(--_subtle);
  }

  #question {
    font-weight: 600;
  }

  textarea {
    display: block;
    min-height: 64px;
    field-sizing: content;
  }

  [aria-invalid="true"],
  [aria-invalid="true"]:focus {
    border-color: var(--_danger);
    outline-color: var(--_danger);
  }

  .problem {
    display: flex;
    gap: var(--_space-2);
    align-items: flex-start;
  }

  .problem svg {
    margin-top: 1px;
  }

  .problem b {
    display: block;
    color: var(--_text);
    font-size: var(--_size-body);
  }

  .problem:empty {
    display: none;
  }

  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: var(--_space-2) var(--_space-4);
    align-items: center;
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

  /* Aligns the icon, without its padding, with the end of the lines. */
  .erase {
    margin-inline-end: calc(-1 * var(--_space-2));
  }

  .erase:hover {
    color: var(--_danger);
  }

  .correct:dir(rtl) svg {
    transform: scaleX(-1);
  }

  @media (pointer: coarse) {
    .send,
    .danger,
    .text-button {
      min-height: 44px;
    }
  }
`;
