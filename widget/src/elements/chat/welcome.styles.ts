import { css } from "lit";

/** The greeting, and the time before it. */
export const welcomeStyles = css`
  .greeting {
    font-size: var(--_size-input);
    font-weight: 650;
    line-height: 1.3;
    overflow-wrap: anywhere;
    white-space: pre-line;
  }

  .starting {
    margin: auto;
    color: var(--_muted);
    animation: late 400ms 300ms backwards;
  }

  @media (prefers-reduced-motion: reduce) {
    .starting {
      animation: none;
    }
  }
`;
