import { css } from "lit";

/** Something did not work: what it was, and a way to try again. */
export const problemStyles = css`
  .failure {
    display: flex;
    gap: var(--_space-2);
    align-items: flex-start;
    padding: 10px var(--_space-3);
    border: 1px solid var(--_danger-line);
    border-radius: var(--_radius-inner);
    background: var(--_danger-subtle);
  }

  .failure svg {
    margin-top: 3px;
    color: var(--_danger);
  }

  .failure p {
    flex: 1;
  }

  .failure button {
    padding: 0 var(--_space-1);
    border-radius: 4px;
    color: var(--_danger);
    font-weight: 600;
    text-decoration: underline;
    text-underline-offset: 2px;
  }
`;
