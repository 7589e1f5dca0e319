import { css } from "lit";

export const whyStyles = css`
  /* Above the button that jumps to the newest message. */
  section,
  form {
    scroll-margin-block: var(--_space-2) 60px;
  }

  :host {
    display: block;
  }

  .why {
    display: grid;
    gap: var(--_space-2);
    margin-top: var(--_space-2);
    padding: var(--_space-3);
    border: 1px solid var(--_line);
    border-radius: var(--_radius-inner);
    background: var(--_subtle);
    font-size: var(--_size-small);
    overflow-wrap: anywhere;
    animation: appear var(--_fast);
  }

  @keyframes appear {
    from {
      opacity: 0;
      transform: translateY(4px);
    }
  }

  p,
  ul {
    margin: 0;
  }

  .label {
    margin-top: var(--_space-1);
    font-weight: 600;
  }

  ul {
    display: grid;
    gap: 6px;
    padding: 0;
    list-style: none;
  }

  .ai {
    display: flex;
    gap: 6px;
    color: var(--_muted);
  }

  .ai svg {
    width: 16px;
    height: 16px;
    margin-top: 1px;
  }

  .sources li {
    display: flex;
    gap: 6px;
    align-items: baseline;
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

  .source {
    min-width: 0;
  }

  .title {
    display: block;
    font-weight: 500;
  }

  .place {
    color: var(--_muted);
  }

  form {
    display: grid;
    gap: var(--_space-2);
    margin-top: var(--_space-1);
  }

  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: var(--_space-2) var(--_space-4);
    align-items: center;
  }

  .report {
    padding-top: var(--_space-2);
    border-top: 1px solid var(--_line);
    font-weight: 500;
  }

  @media (pointer: coarse) {
    form button,
    .wrong {
      min-height: 44px;
    }
  }

  .parts {
    padding-inline-start: var(--_space-4);
    list-style: disc;
  }
`;
