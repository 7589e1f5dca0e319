import { css } from "lit";

/**
 * A spinning ring. It does not share the status line's dots, because then their styles would move from the thread's bundle into a separate
 * file.
 */
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
