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
    .words {
      animation: none;
    }
  }

  @media (forced-colors: active) {
    .words {
      -webkit-text-fill-color: currentcolor;
    }
  }
`;
