import { css } from "lit";

export const outcomeStyles = css`
  :host {
    display: block;
  }

  .outcome {
    padding: var(--_space-3);
    border: 1px solid var(--_line);
    border-radius: var(--_radius-inner);
    background: var(--_subtle);
    overflow-wrap: anywhere;
  }

  p {
    margin: 0;
  }

  .foot {
    display: flex;
    flex-wrap: wrap;
    gap: var(--_space-2);
    align-items: center;
    justify-content: space-between;
    margin-top: var(--_space-2);
    color: var(--_muted);
    font-size: var(--_size-small);
  }

  .foot button {
    font-size: var(--_size-body);
  }

  @media (pointer: coarse) {
    .foot button {
      min-height: 44px;
    }
  }
`;
