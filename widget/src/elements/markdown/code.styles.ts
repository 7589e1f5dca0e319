import { css } from "lit";

export const codeStyles = css`
  .code-box {
    overflow: clip;
    border: 1px solid var(--_line);
    border-radius: var(--_radius-small);
  }

  .code-box > .wide {
    margin: 0;
    border: 0;
    border-radius: 0;
  }

  .code-head {
    display: flex;
    gap: var(--_space-2);
    align-items: center;
    padding-inline-start: var(--_space-3);
    border-bottom: 1px solid var(--_line);
    color: var(--_muted);
    font-size: var(--_size-small);
    user-select: none;
  }

  .code-language {
    flex: 1;
  }

  .copy-code {
    min-height: 28px;
    padding: 0 var(--_space-3);
    font-weight: 600;
  }

  .copy-code:hover {
    color: var(--_text);
  }

  .copy-code:focus-visible {
    outline-offset: -2px;
  }

  @media (pointer: coarse) {
    .copy-code {
      min-height: 44px;
    }
  }
`;
