import { css } from "lit";

export const relatedStyles = css`
  :host {
    display: block;
  }

  div {
    display: grid;
    gap: var(--_space-2);
    margin-top: var(--_space-2);
  }

  p,
  ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }

  .label,
  .from {
    color: var(--_muted);
    font-size: var(--_size-small);
  }

  .chips {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
  }

  .chips li {
    max-width: 100%;
  }

  .chips button,
  .ask,
  .solve {
    max-width: 100%;
    min-height: 32px;
    padding: 5px 12px;
    border-radius: var(--_radius-inner);
    box-shadow: inset 0 0 0 1px var(--_line-strong);
    color: var(--_accent-ink);
    font-weight: 550;
    overflow-wrap: anywhere;
    transition: background var(--_fast);
  }

  .chips button:hover:enabled,
  .ask:hover,
  .solve:hover:enabled {
    background: var(--_subtle);
  }

  button:disabled {
    opacity: 0.6;
  }

  .cards {
    display: grid;
    gap: var(--_space-2);
  }

  .card {
    display: grid;
    min-width: 0;
    border: 1px solid var(--_line);
    border-radius: var(--_radius-inner);
    background: var(--_surface);
  }

  .head {
    display: grid;
    gap: 2px;
    padding: var(--_space-3) var(--_space-3) var(--_space-1);
    border-radius: var(--_radius-inner);
    outline-offset: -2px;
  }

  .head {
    grid-template-columns: 1fr auto;
    column-gap: var(--_space-3);
  }

  .head::after {
    grid-row: 1;
    grid-column: 2;
    width: 7px;
    height: 7px;
    margin: 5px 3px 0;
    border: solid var(--_muted);
    border-width: 0 1.5px 1.5px 0;
    content: "";
    transform: rotate(45deg);
    transition: transform var(--_fast);
  }

  .head[aria-expanded="true"]::after {
    margin-top: 9px;
    transform: rotate(-135deg);
  }

  .from,
  .excerpt {
    grid-column: 1 / -1;
  }

  .head:hover .title {
    text-decoration: underline;
    text-underline-offset: 2px;
  }

  .title {
    font-weight: 600;
    overflow-wrap: anywhere;
  }

  .excerpt {
    display: -webkit-box;
    overflow: hidden;
    color: var(--_muted);
    overflow-wrap: anywhere;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }

  parley-markdown {
    min-width: 0;
    padding: var(--_space-1) var(--_space-3);
  }

  .ways {
    display: flex;
    flex-wrap: wrap;
    gap: var(--_space-1) var(--_space-4);
    align-items: center;
    padding: var(--_space-1) var(--_space-3) var(--_space-3);
  }

  .ways:not(:has(*)) {
    padding-top: 0;
  }

  .ask {
    justify-self: start;
    background: var(--_accent);
    box-shadow: none;
    color: var(--_accent-text);
  }

  .ask:hover {
    background: color-mix(in srgb, var(--_accent) 88%, var(--_text));
  }

  .anew {
    margin-top: var(--_space-1);
    color: var(--_muted);
    font-size: var(--_size-small);
    text-align: end;
    animation: appear 0s 1.5s both;
  }

  @keyframes appear {
    from {
      visibility: hidden;
    }
  }

  .done {
    color: var(--_muted);
    font-weight: 550;
  }

  .problem {
    color: var(--_danger);
    font-size: var(--_size-small);
  }

  @media (pointer: coarse) {
    .chips button,
    .ask,
    .solve {
      min-height: 44px;
    }

    .ways .text-button {
      padding-block: 12px;
    }
  }
`;
