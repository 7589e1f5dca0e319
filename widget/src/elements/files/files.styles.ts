import { css } from "lit";

export const filesStyles = css`
  :host {
    display: block;
    max-width: 100%;
  }

  ul {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    justify-content: inherit;
    margin: 0;
    padding: 0;
    list-style: none;
  }

  li {
    min-width: 0;
    max-width: 100%;
  }

  .picture {
    position: relative;
    display: block;
    max-width: 100%;
    overflow: hidden;
    border-radius: var(--_radius-inner);
    background: var(--_hover);
    box-shadow: inset 0 0 0 1px var(--_line);
    cursor: zoom-in;
  }

  canvas {
    display: block;
    max-width: 100%;
    opacity: 0;
    transition: opacity var(--_fast);
  }

  .drawn {
    opacity: 1;
  }

  .broken {
    position: absolute;
    inset: 0;
    display: grid;
    place-items: center;
    color: var(--_muted);
  }

  .file {
    display: flex;
    gap: var(--_space-2);
    align-items: center;
    width: 240px;
    max-width: 100%;
    min-height: 44px;
    padding: 6px 10px;
    border-radius: var(--_radius-inner);
    background: var(--_subtle);
    color: var(--_text);
    box-shadow: inset 0 0 0 1px var(--_line);
  }

  .file:hover {
    background: var(--_hover);
  }

  .file[aria-busy] {
    cursor: progress;
  }

  svg {
    color: var(--_muted);
  }

  .about {
    flex: 1;
    min-width: 0;
    line-height: 18px;
  }

  b {
    display: block;
    text-align: -webkit-match-parent;
    text-align: match-parent;
    overflow: hidden;
    font-weight: 600;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .small {
    color: var(--_muted);
    font-size: var(--_size-small);
    font-variant-numeric: tabular-nums;
  }
`;
