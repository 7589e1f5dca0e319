import { css } from "lit";

export const toolsStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    gap: var(--_space-2);
    margin-block: var(--_space-2) var(--_space-3);
  }

  .call {
    display: flex;
    gap: var(--_space-2);
    padding: var(--_space-2) var(--_space-3);
    border: 1px solid var(--_line);
    border-radius: var(--_radius-inner);
    background: var(--_subtle);
    font-size: var(--_size-small);
  }

  .call > div {
    flex: 1;
    min-width: 0;
  }

  .sign {
    display: grid;
    flex: none;
    place-items: center;
    width: 20px;
    height: 20px;
    color: var(--_accent-ink);
  }

  .failed .sign,
  .conflict .sign,
  .failed .said,
  .conflict .said {
    color: var(--_danger);
  }

  .unknown .sign,
  .unknown .said {
    color: var(--_caution);
  }

  .declined .sign,
  .expired .sign,
  .withdrawn .sign {
    color: var(--_muted);
  }

  p {
    margin: 0;
    overflow-wrap: anywhere;
  }

  .title {
    font-size: var(--_size-body);
    font-weight: 600;
    line-height: 20px;
  }

  .place {
    color: var(--_muted);
  }

  .content {
    margin-top: var(--_space-1);
    white-space: pre-line;
  }

  .cut {
    display: -webkit-box;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }

  .text-button {
    min-height: 24px;
  }

  @media (pointer: coarse) {
    .text-button {
      min-height: 44px;
    }
  }
`;
