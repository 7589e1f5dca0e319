import { css } from "lit";

export const afterStyles = css`
  :host {
    display: block;
  }

  .after {
    margin-top: var(--_space-4);
    padding-top: var(--_space-4);
    border-top: 1px solid var(--_line);
    text-align: center;
  }

  p {
    margin: 0;
  }

  .ask {
    flex-basis: 100%;
    font-weight: 600;
  }

  .faces {
    display: flex;
    flex-wrap: wrap;
    gap: var(--_space-1);
    justify-content: center;
  }

  .faces button {
    display: grid;
    place-items: center;
    width: 44px;
    height: 44px;
    border-radius: 50%;
    color: var(--_muted);
    transition: color var(--_fast), background var(--_fast);
  }

  .faces button:hover:enabled,
  .faces button[aria-pressed="true"] {
    background: var(--_hover);
    color: var(--_accent-ink);
  }

  .faces button:disabled {
    opacity: 0.4;
  }

  .told:not(:empty),
  .problem:not(:empty) {
    padding-top: var(--_space-2);
  }

  .told {
    color: var(--_muted);
    font-size: var(--_size-small);
  }

  form {
    flex-basis: 100%;
    text-align: start;
  }

  .buttons,
  .ways {
    display: flex;
    flex-wrap: wrap;
    gap: var(--_space-2) var(--_space-4);
    align-items: center;
  }

  .ways {
    justify-content: center;
    margin-top: var(--_space-2);
  }

  .ways > .text-button {
    padding: var(--_space-2) 0;
  }
`;
