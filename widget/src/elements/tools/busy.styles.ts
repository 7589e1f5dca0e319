import { css } from "lit";

/** A ring that turns. Not the dots of the status line, which would leave the thread for a file of their own. */
export const busyStyles = css`
  .busy {
    flex: none;
    width: 14px;
    height: 14px;
    margin-top: 2px;
    border: 2px solid var(--_line-strong);
    border-top-color: var(--_accent-ink);
    border-radius: 50%;
    animation: turn 900ms linear infinite;
  }

  @keyframes turn {
    to {
      transform: rotate(1turn);
    }
  }

  @media (prefers-reduced-motion: reduce) {
    .busy {
      border-color: var(--_accent-ink);
      animation: none;
    }
  }

  @media (forced-colors: active) {
    .busy {
      background: none !important;
    }
  }
`;
