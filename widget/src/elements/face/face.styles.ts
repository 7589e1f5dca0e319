import { css } from "lit";

export const faceStyles = css`
  :host {
    position: relative;
    overflow: hidden;
  }

  canvas {
    position: absolute;
    width: 100%;
    height: 100%;
    inset: 0;
    visibility: hidden;
  }

  canvas.drawn {
    visibility: visible;
  }
`;
