import { css } from "lit";

export const composerStyles = css`
  :host {
    display: block;
    padding: var(--_space-2) var(--_space-4) var(--_space-4);
  }

  .frame {
    display: flex;
    gap: var(--_space-2);
    align-items: flex-end;
    padding: 5px;
    padding-inline-start: var(--_space-3);
    border: 1px solid var(--_line-strong);
    border-radius: var(--_radius-inner);
    background: var(--_surface);
  }

  .frame:focus-within {
    border-color: var(--_accent-ink);
    box-shadow: 0 0 0 1px var(--_accent-ink);
  }

  textarea {
    flex: 1;
    min-width: 0;
    margin: 0;
    padding: 4px 0;
    border: 0;
    background: none;
    color: var(--_text);
    font: inherit;
    font-size: var(--_size-input);
    line-height: 24px;
    resize: none;
    overflow-y: auto;
    overscroll-behavior: contain;
  }

  textarea:focus-visible {
    outline: none;
  }

  textarea::placeholder {
    color: var(--_muted);
    opacity: 1;
  }

  .round {
    display: grid;
    flex: none;
    place-items: center;
    width: 32px;
    height: 32px;
    border-radius: calc(var(--_radius-inner) - 5px);
    background: var(--_accent);
    color: var(--_accent-text);
  }

  @media (pointer: coarse) {
    .round {
      width: 44px;
      height: 44px;
    }

    textarea {
      padding-block: 10px;
    }
  }

  .round:hover:enabled {
    filter: brightness(1.08);
  }

  .round:disabled {
    background: var(--_hover);
    color: var(--_muted);
  }

  .stop {
    background: var(--_text);
    color: var(--_surface);
  }

  .left {
    margin: var(--_space-1) 0 0;
    color: var(--_muted);
    font-size: var(--_size-small);
    text-align: end;
  }

  .over {
    color: var(--_danger);
  }
`;
