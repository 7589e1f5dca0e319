import { css } from "lit";

export const reachStyles = css`
  form {
    margin-top: var(--_space-3);
  }

  p {
    margin: 0;
  }

  .field {
    display: flex;
    gap: var(--_space-2);
    margin-top: var(--_space-1);
  }

  input {
    flex: 1;
    min-width: 0;
    height: 40px;
    padding-block: 0;
  }

  [aria-invalid="true"] {
    border-color: var(--_danger);
  }

  .hint {
    margin-top: var(--_space-2);
    color: var(--_muted);
  }
`;
