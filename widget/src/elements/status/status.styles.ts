import { css } from "lit";

export const statusStyles = css`
  :host {
    display: block;
  }

  .line {
    display: flex;
    flex-wrap: wrap;
    gap: 6px var(--_space-2);
    align-items: center;
    color: var(--_muted);
    animation: appear var(--_slow);
  }

  @keyframes appear {
    from {
      opacity: 0;
    }
  }

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

  .words {
    background: linear-gradient(90deg, var(--_muted) 40%, var(--_text) 50%, var(--_muted) 60%) 100% 0 / 250% 100%;
    background-clip: text;
    -webkit-background-clip: text;
    -webkit-text-fill-color: transparent;
    animation: shimmer 1.8s linear infinite;
  }

  @keyframes shimmer {
    to {
      background-position: 0 0;
    }
  }

  .pill {
    display: inline-flex;
    gap: var(--_space-1);
    align-items: center;
    max-width: 180px;
    padding: 2px var(--_space-2);
    border-radius: 999px;
    background: var(--_subtle);
    box-shadow: inset 0 0 0 1px var(--_line);
    font-size: var(--_size-small);
  }

  .pill b {
    overflow: hidden;
    font-weight: 400;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .pill svg {
    width: 13px;
    height: 13px;
  }

  @media (prefers-reduced-motion: reduce) {
    .line,
    i,
    .words {
      animation: none;
    }

    i {
      opacity: 0.7;
    }
  }

  @media (forced-colors: active) {
    .words {
      -webkit-text-fill-color: currentcolor;
    }
  }
`;
