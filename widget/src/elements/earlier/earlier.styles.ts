import { css } from "lit";

export const earlierStyles = css`
  :host {
    display: block;
    margin-block: var(--_space-4);
    text-align: center;
  }

  button {
    padding: 6px 12px;
    border: 1px solid var(--_line);
    border-radius: 999px;
    background: none;
    color: inherit;
    font: inherit;
    font-size: var(--_size-small);
    cursor: pointer;
  }

  p {
    margin: var(--_space-2) 0 0;
    color: var(--_muted);
    font-size: var(--_size-small);
  }
`;
