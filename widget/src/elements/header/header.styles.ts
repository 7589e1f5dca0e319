import { css } from "lit";

export const headerStyles = css`
  :host {
    display: block;
  }

  .header {
    display: flex;
    gap: var(--_space-3);
    align-items: center;
    padding: var(--_space-3);
    padding-inline-start: var(--_space-4);
    border-bottom: 1px solid var(--_line);
  }

  .face {
    display: grid;
    flex: none;
    place-items: center;
    width: 36px;
    height: 36px;
    border-radius: var(--_radius-small);
    background: var(--_accent);
    color: var(--_accent-text);
    font-size: var(--_size-input);
    font-weight: 650;
    object-fit: contain;
  }

  img.face {
    background: none;
  }

  .person {
    border-radius: 50%;
    font-size: var(--_size-body);
  }

  .names {
    flex: 1;
    min-width: 0;
  }

  h2,
  p {
    margin: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  h2 {
    font-size: var(--_size-body);
    font-weight: 650;
    line-height: 20px;
  }

  p {
    color: var(--_muted);
    font-size: var(--_size-small);
    line-height: 16px;
  }

  .human::before,
  .waiting::before {
    content: "";
    display: inline-block;
    width: 7px;
    height: 7px;
    margin-inline-end: 6px;
    border-radius: 50%;
    background: #1f9d55;
  }

  .waiting::before {
    background: #d08700;
  }

  .menu-anchor {
    position: relative;
  }

  .menu-anchor,
  .size {
    margin-inline-end: calc(-1 * var(--_space-2));
  }

  /* On such screens the panel fills the screen. */
  @media (max-width: 480px), (max-height: 480px) {
    .size {
      display: none;
    }
  }

  .back {
    margin-inline-start: calc(-1 * var(--_space-2));
  }

  .back:dir(rtl) svg {
    transform: scaleX(-1);
  }
`;
