import { css } from "lit";

export const homeStyles = css`
  :host {
    display: block;
  }

  h3,
  h4,
  p,
  ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }

  /* The tenant's colour, fading downwards; works with any colour. */
  .hero {
    padding: var(--_space-6) var(--_space-4) 44px;
    background: linear-gradient(
      to bottom,
      color-mix(in srgb, var(--_accent) 24%, var(--_surface)),
      color-mix(in srgb, var(--_accent) 8%, var(--_surface)) 70%,
      var(--_surface)
    );
  }

  h3 {
    font-size: 24px;
    font-weight: 680;
    line-height: 1.25;
    letter-spacing: -0.018em;
    overflow-wrap: anywhere;
    text-wrap: balance;
    white-space: pre-line;
  }

  .ai {
    margin-top: var(--_space-3);
    color: var(--_muted);
    font-size: var(--_size-small);
  }

  .hours {
    display: flex;
    flex-wrap: wrap;
    column-gap: var(--_space-2);
    align-items: baseline;
    margin-top: var(--_space-3);
  }

  .hours::before {
    content: "";
    width: 8px;
    height: 8px;
    border-radius: 50%;
    background: #1f9d55;
  }

  .hours.away::before {
    background: #d08700;
  }

  .hours span + span {
    color: var(--_muted);
  }

  .hours span + span::before {
    content: "·";
    margin-inline-end: var(--_space-2);
  }

  .body {
    display: flex;
    flex-direction: column;
    gap: var(--_space-5);
    padding: 0 var(--_space-4) var(--_space-4);
  }

  /* The first block overlaps the end of the coloured area. */
  .body > :first-child {
    margin-top: -24px;
  }

  .notice {
    display: flex;
    gap: var(--_space-3);
    padding: var(--_space-3);
    border: 1px solid color-mix(in srgb, var(--_caution) 30%, var(--_surface));
    border-radius: var(--_radius-inner);
    background: var(--_caution-subtle);
    overflow-wrap: anywhere;
  }

  .notice svg {
    margin-top: 2px;
    color: var(--_caution);
  }

  .notice p {
    min-width: 0;
    white-space: pre-line;
  }

  h4 {
    margin-bottom: var(--_space-2);
    color: var(--_muted);
    font-size: var(--_size-small);
    font-weight: 600;
  }

  .rows {
    border: 1px solid var(--_line);
    border-radius: var(--_radius-inner);
    overflow: clip;
  }

  .rows > li + li {
    border-top: 1px solid var(--_line);
  }

  .row {
    position: relative;
    display: flex;
    gap: var(--_space-3);
    align-items: center;
    justify-content: space-between;
    width: 100%;
    min-height: 44px;
    padding: 10px var(--_space-3);
    overflow-wrap: anywhere;
    transition: background var(--_fast);
  }

  .row:hover {
    background: var(--_subtle);
  }

  .row:focus-visible,
  .row:focus-within {
    outline-offset: -2px;
  }

  .line {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .row svg {
    color: var(--_muted);
  }

  button.row {
    font-weight: 500;
  }

  a {
    color: var(--_accent-ink);
    font-weight: 600;
    text-underline-offset: 2px;
  }

  .row a {
    min-width: 0;
    color: inherit;
    font-weight: 500;
    text-decoration: none;
  }

  /* The whole row is clickable. */
  .row a::after {
    content: "";
    position: absolute;
    inset: 0;
  }

  /* The arrow points in the reading direction. */
  :host(:dir(rtl)) .row svg {
    transform: scaleX(-1);
  }
`;
