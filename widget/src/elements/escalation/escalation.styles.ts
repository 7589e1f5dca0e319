import { css } from "lit";

export const escalationStyles = css`
  :host {
    display: block;
  }

  section {
    display: flex;
    gap: var(--_space-3);
    padding: var(--_space-3) var(--_space-4);
    border: 1px solid var(--_line);
    border-radius: var(--_radius-inner);
    background: var(--_subtle);
  }

  .face {
    display: grid;
    flex: none;
    place-items: center;
    width: 32px;
    height: 32px;
    margin-top: 2px;
    border-radius: 50%;
    background: color-mix(in srgb, var(--_accent-ink) 14%, var(--_surface));
    color: var(--_accent-ink);
  }

  p {
    margin: 0;
  }

  .title {
    font-weight: 600;
  }

  .ticket {
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }

  section > div {
    flex: 1;
    min-width: 0;
  }

  .hint {
    margin-top: 2px;
    color: var(--_muted);
  }
`;
