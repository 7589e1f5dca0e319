import { css } from "lit";

export const messageStyles = css`
  :host {
    display: block;
  }

  p {
    margin: 0;
  }

  .who {
    display: flex;
    gap: var(--_space-2);
    align-items: center;
    margin-bottom: 6px;
    line-height: 20px;
  }

  .who b,
  .title {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .who b {
    font-weight: 600;
  }

  time,
  .meta,
  .hint,
  .note,
  .sources button {
    color: var(--_muted);
    font-size: var(--_size-small);
  }

  time {
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }

  .face {
    display: grid;
    flex: none;
    place-items: center;
    width: 22px;
    height: 22px;
    border-radius: 7px;
    background: color-mix(in srgb, var(--_accent-ink) 14%, var(--_surface));
    color: var(--_accent-ink);
    font-size: 10px;
    font-weight: 700;
  }

  .face svg {
    width: 14px;
    height: 14px;
  }

  .person {
    border-radius: 50%;
    background: var(--_accent);
    color: var(--_accent-text);
  }

  .reply {
    width: fit-content;
    max-width: 100%;
    padding: 9px 14px;
    border-radius: var(--_radius-inner);
    border-start-start-radius: 4px;
    background: var(--_subtle);
  }

  .visitor {
    display: grid;
    gap: 6px;
    justify-items: end;
  }

  .visitor parley-files {
    justify-content: end;
  }

  .visitor .meta {
    margin-top: -2px;
  }

  * + parley-files {
    margin-top: 6px;
  }

  .bubble {
    max-width: 86%;
    padding: 9px 14px;
    border-radius: var(--_radius-inner);
    border-end-end-radius: 4px;
    background: var(--_accent);
    color: var(--_accent-text);
    overflow-wrap: anywhere;
    white-space: pre-wrap;
    unicode-bidi: plaintext;
  }

  .queued,
  .held {
    background: color-mix(in srgb, var(--_accent-ink) 10%, var(--_surface));
    color: var(--_text);
    outline: 1px dashed var(--_accent-ink);
    outline-offset: -1px;
  }

  .meta {
    margin-top: var(--_space-1);
    text-align: end;
  }

  .meta.failed {
    color: var(--_danger);
  }

  .meta .text-button {
    color: inherit;
    text-decoration: underline;
  }

  .hint {
    display: flex;
    gap: 6px;
    margin-top: var(--_space-2);
    line-height: 18px;
  }

  .hint svg {
    margin-top: 1px;
  }

  .hint.low {
    color: var(--_caution);
  }

  .sources {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    margin: var(--_space-2) 0 0;
    padding: 0;
    list-style: none;
  }

  .sources li {
    min-width: 0;
    max-width: 100%;
  }

  .sources button {
    display: flex;
    gap: 6px;
    align-items: center;
    max-width: 100%;
    height: 26px;
    padding-inline: 6px 10px;
    border-radius: 999px;
    box-shadow: inset 0 0 0 1px var(--_line);
  }

  @media (pointer: coarse) {
    .sources button {
      height: 36px;
    }
  }

  .sources button:hover,
  .sources button[aria-expanded="true"] {
    background: var(--_subtle);
    box-shadow: inset 0 0 0 1px var(--_line-strong);
    color: var(--_text);
  }

  .indexes {
    flex: none;
    min-width: 16px;
    padding: 0 4px;
    border-radius: 5px;
    background: var(--_hover);
    font-size: 11px;
    font-weight: 650;
    line-height: 16px;
    text-align: center;
    font-variant-numeric: tabular-nums;
  }

  .actions {
    margin-top: var(--_space-1);
  }

  .note {
    text-align: center;
    text-wrap: balance;
  }
`;
