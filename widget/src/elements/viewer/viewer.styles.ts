import { css } from "lit";

export const viewerStyles = css`
  .viewer {
    position: absolute;
    inset: 0;
    z-index: 4;
    display: flex;
    flex-direction: column;
    background: var(--_surface);
  }

  header {
    display: flex;
    gap: var(--_space-2);
    align-items: center;
    padding: var(--_space-2);
    border-bottom: 1px solid var(--_line);
  }

  b {
    flex: 1;
    min-width: 0;
    overflow: hidden;
    font-weight: 600;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .stage {
    position: relative;
    display: grid;
    flex: 1;
    place-items: center;
    min-height: 0;
    padding: var(--_space-2);
    background: var(--_subtle);
  }

  canvas {
    position: absolute;
    inset: var(--_space-2);
    width: calc(100% - 2 * var(--_space-2));
    height: calc(100% - 2 * var(--_space-2));
    object-fit: scale-down;
  }

  p {
    position: relative;
    margin: 0;
    padding: var(--_space-2) var(--_space-3);
    border-radius: var(--_radius-small);
    background: var(--_surface);
    color: var(--_danger);
  }
`;
