import { css } from "lit";

/** What scrolls: greeting, rows, notes, errors, typing. */
export const timelineStyles = css`
  .row + .row {
    margin-top: var(--_space-2);
  }

  .row.first {
    margin-top: 20px;
  }

  parley-status {
    margin-top: var(--_space-4);
  }

  parley-status:empty {
    min-height: 0;
  }

  .welcome {
    display: flex;
    flex-direction: column;
    gap: var(--_space-5);
  }

  .welcome.alone {
    flex: 1;
    justify-content: space-between;
  }

  .greeting {
    max-width: 32ch;
    font-size: var(--_size-large);
    font-weight: 650;
    line-height: 1.3;
    letter-spacing: -0.012em;
    overflow-wrap: anywhere;
    text-wrap: pretty;
    white-space: pre-line;
  }

  .welcome:not(.alone) .greeting {
    max-width: none;
    font-size: var(--_size-input);
    letter-spacing: normal;
  }

  .starters {
    display: flex;
    flex-direction: column;
    gap: var(--_space-2);
    align-items: flex-start;
  }

  .starters button {
    padding: 8px 14px;
    border-radius: var(--_radius-inner);
    box-shadow: inset 0 0 0 1px var(--_line-strong);
    color: var(--_accent-ink);
    font-weight: 500;
    transition: background var(--_fast), box-shadow var(--_fast);
  }

  .starters button:hover {
    background: var(--_subtle);
    box-shadow: inset 0 0 0 1px var(--_accent-ink);
  }

  .starting {
    margin: auto;
    color: var(--_muted);
    animation: late 400ms 300ms backwards;
  }

  @keyframes late {
    from {
      opacity: 0;
    }
  }

  .day {
    display: flex;
    gap: var(--_space-3);
    align-items: center;
    margin-bottom: var(--_space-4);
    color: var(--_muted);
    font-size: var(--_size-small);
  }

  .day::before,
  .day::after {
    content: "";
    flex: 1;
    height: 1px;
    background: var(--_line);
  }

  .note {
    color: var(--_muted);
    font-size: var(--_size-small);
    text-align: center;
    text-wrap: balance;
  }

  .error,
  .failure {
    display: flex;
    gap: var(--_space-2);
    align-items: flex-start;
    padding: 10px var(--_space-3);
    border: 1px solid var(--_danger-line);
    border-radius: var(--_radius-inner);
    background: var(--_danger-subtle);
  }

  .error svg,
  .failure svg {
    margin-top: 3px;
    color: var(--_danger);
  }

  .error p,
  .failure p {
    flex: 1;
  }

  .error button,
  .failure button {
    padding: 0 var(--_space-1);
    border-radius: 4px;
    color: var(--_danger);
    font-weight: 600;
    text-decoration: underline;
    text-underline-offset: 2px;
  }

  .failure {
    margin-block: auto;
  }

  .typing {
    display: flex;
    gap: var(--_space-2);
    align-items: center;
    margin-top: var(--_space-4);
    color: var(--_muted);
    font-size: var(--_size-small);
  }

  .dots {
    display: flex;
    gap: 3px;
    padding: 8px 10px;
    border-radius: 999px;
    background: var(--_subtle);
  }

  i {
    width: 5px;
    height: 5px;
    border-radius: 50%;
    background: var(--_muted);
    animation: bounce 1.2s ease-in-out infinite;
  }

  i:nth-child(2) {
    animation-delay: 0.15s;
  }

  i:nth-child(3) {
    animation-delay: 0.3s;
  }

  @keyframes bounce {
    0%,
    60%,
    100% {
      transform: none;
    }
    30% {
      transform: translateY(-3px);
    }
  }

  @media (prefers-reduced-motion: reduce) {
    .starting,
    i {
      animation: none;
    }
  }
`;
