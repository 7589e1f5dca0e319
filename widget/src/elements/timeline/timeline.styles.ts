import { css } from "lit";

export const timelineStyles = css`
  .greeting {
    font-size: var(--_size-input);
    font-weight: 650;
    line-height: 1.3;
    overflow-wrap: anywhere;
    white-space: pre-line;
  }

  .ai {
    margin-top: var(--_space-1);
    color: var(--_muted);
    font-size: var(--_size-small);
  }

  .rows {
    position: relative;
    display: flex;
    flex-direction: column;
  }

  p {
    margin: 0;
  }

  .row + .row {
    margin-top: var(--_space-2);
  }

  .row.first {
    margin-top: 20px;
  }

  parley-status {
    margin-top: var(--_space-4);
  }

  parley-citation {
    position: absolute;
    z-index: 1;
    inset-inline: -4px;
  }

  .day,
  .note,
  details,
  .typing {
    color: var(--_muted);
    font-size: var(--_size-small);
  }

  .day {
    display: flex;
    gap: var(--_space-3);
    align-items: center;
    margin-bottom: var(--_space-4);
  }

  .day::before,
  .day::after {
    content: "";
    flex: 1;
    height: 1px;
    background: var(--_line);
  }

  details {
    margin-top: var(--_space-2);
  }

  summary {
    cursor: pointer;
  }

  .note {
    text-align: center;
    text-wrap: balance;
  }

  .typing {
    display: flex;
    gap: var(--_space-2);
    align-items: center;
    margin-top: var(--_space-4);
  }

  .face {
    display: grid;
    place-items: center;
    width: 22px;
    height: 22px;
    border-radius: 50%;
    background: var(--_accent);
    color: var(--_accent-text);
    font-size: 10px;
    font-weight: 700;
  }

  .dots {
    padding: 8px 10px;
    border-radius: 999px;
    background: var(--_subtle);
  }
`;
