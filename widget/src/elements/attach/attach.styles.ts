import { css } from "lit";

export const attachStyles = css`
  :host {
    display: block;
  }

  ul {
    display: grid;
    gap: 6px;
    max-height: 40vh;
    margin: 0;
    padding: var(--_space-2) var(--_space-4) 0;
    overflow-y: auto;
    list-style: none;
  }

  .chip {
    position: relative;
    display: flex;
    gap: var(--_space-2);
    align-items: center;
    min-width: 0;
    padding: 4px;
    overflow: hidden;
    border-radius: var(--_radius-small);
    background: var(--_subtle);
  }

  .thumb {
    position: relative;
    display: grid;
    flex: none;
    place-items: center;
    width: 48px;
    height: 48px;
    overflow: hidden;
    border-radius: 6px;
    background: var(--_hover);
    color: var(--_muted);
  }

  canvas {
    position: absolute;
    width: 100%;
    height: 100%;
    opacity: 0;
  }

  .drawn {
    opacity: 1;
  }

  .about {
    flex: 1;
    min-width: 0;
    font-size: var(--_size-small);
    line-height: 17px;
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

  .state {
    color: var(--_muted);
    font-variant-numeric: tabular-nums;
  }

  .failed .state,
  .many {
    color: var(--_danger);
  }

  .many {
    margin: 0;
    padding: var(--_space-1) var(--_space-4) 0;
    font-size: var(--_size-small);
  }

  progress {
    position: absolute;
    inset-inline: 0;
    bottom: 0;
    width: 100%;
    height: 2px;
    border: 0;
    background: none;
    accent-color: var(--_accent-ink);
    appearance: none;
  }

  progress::-webkit-progress-bar {
    background: none;
  }

  /* Separate rules, because a browser drops a whole rule with an unknown pseudo-element. */
  progress::-webkit-progress-value {
    background: var(--_accent-ink);
  }

  progress::-moz-progress-bar {
    background: var(--_accent-ink);
  }

  .over {
    position: absolute;
    inset: 0;
    z-index: 3;
    display: grid;
    place-items: center;
    padding: var(--_space-4);
    background: color-mix(in srgb, var(--_surface) 88%, transparent);
    pointer-events: none;
  }

  .over p {
    display: grid;
    place-items: center;
    width: 100%;
    height: 100%;
    margin: 0;
    border: 2px dashed var(--_accent-ink);
    border-radius: var(--_radius-inner);
    color: var(--_accent-ink);
    font-weight: 600;
  }
`;
