import { css } from "lit";

/** Three dots that take turns: somebody is at it. */
export const dotsStyles = css`
  .dots {
    display: flex;
    gap: 3px;
  }

  i {
    width: 5px;
    height: 5px;
    border-radius: 50%;
    background: var(--_accent-ink);
    animation: pulse 1.2s ease-in-out infinite;
  }

  i:nth-child(2) {
    animation-delay: 0.15s;
  }

  i:nth-child(3) {
    animation-delay: 0.3s;
  }

  @keyframes pulse {
    0%,
    60%,
    100% {
      opacity: 0.3;
    }
    30% {
      opacity: 1;
    }
  }

  @media (prefers-reduced-motion: reduce) {
    i {
      opacity: 0.7;
      animation: none;
    }
  }
`;
