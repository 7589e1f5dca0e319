import { css } from "lit";

export const actionsStyles = css`
  :host {
    display: block;
  }

  .ask {
    min-height: 32px;
    padding: 0 var(--_space-2);
    border-radius: var(--_radius-small);
    color: var(--_muted);
    font-size: var(--_size-small);
    text-underline-offset: 2px;
  }

  .ask:hover,
  .ask[aria-expanded="true"] {
    color: var(--_text);
    text-decoration: underline;
  }

  @media (pointer: coarse) {
    .ask {
      min-height: 44px;
    }
  }
`;
