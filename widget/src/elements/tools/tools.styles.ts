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

  .line {
    display: block;
    padding: 0;
  }

  .line button {
    display: flex;
    gap: var(--_space-2);
    align-items: center;
    width: 100%;
    min-height: 36px;
    padding: 0 var(--_space-3);
    border-radius: var(--_radius-inner);
  }

  .line button:focus-visible {
    outline-offset: -2px;
  }

  .short {
    flex: 1;
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .way {
    flex: none;
    color: var(--_muted);
    transition: transform var(--_fast);
  }

  [aria-expanded="true"] .way {
    transform: rotate(180deg);
  }

  .line .content {
    margin: 0;
    padding-block: 0 var(--_space-2);
    padding-inline: 40px var(--_space-3);
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
    .line button,
    .text-button {
      min-height: 44px;
    }
  }
`;
