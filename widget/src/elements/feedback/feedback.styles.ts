import { css } from "lit";

export const feedbackStyles = css`
  :host {
    display: block;
  }

  /* Above the button that jumps to the newest message. */
  form {
    scroll-margin-block: var(--_space-2) 60px;
  }

  .thumbs {
    display: flex;
    flex-wrap: wrap;
    gap: 2px;
    align-items: center;
    margin-inline-start: -6px;
  }

  .icon-button[aria-pressed="true"] {
    color: var(--_accent-ink);
  }

  .icon-button[aria-pressed="true"] svg {
    fill: color-mix(in srgb, currentcolor 20%, transparent);
  }

  .thanks {
    padding-inline-start: var(--_space-1);
    color: var(--_muted);
    font-size: var(--_size-small);
  }

  .row {
    display: flex;
    gap: var(--_space-4);
    align-items: center;
  }
`;
