import { css } from "lit";

export const markdownStyles = css`
  :host {
    display: block;
    /* Nothing in a text may be painted outside its message. */
    overflow: clip;
    overflow-clip-margin: 4px;
  }

  .text {
    overflow-wrap: anywhere;
  }

  .text > * {
    margin: 0;
  }

  .text > * + * {
    margin-top: var(--_space-2);
  }

  /* A long text goes on in a block of its own. */
  .more {
    display: block;
  }

  p,
  .more {
    unicode-bidi: plaintext;
  }

  .heading {
    font-size: var(--_size-body);
    font-weight: 650;
    line-height: 1.4;
  }

  .text > * + .heading {
    margin-top: var(--_space-4);
  }

  strong {
    font-weight: 650;
  }

  ul,
  ol {
    padding-inline-start: 20px;
  }

  li {
    padding-inline-start: 2px;
  }

  li + li,
  li > :is(ul, ol) {
    margin-top: var(--_space-1);
  }

  li::marker {
    color: var(--_muted);
  }

  a {
    color: var(--_accent-ink);
    text-decoration: underline;
    text-decoration-thickness: 1px;
    text-underline-offset: 2px;
  }

  a:hover {
    text-decoration-thickness: 2px;
  }

  /* Where a link leads whose words say otherwise. */
  .host {
    color: var(--_muted);
    font-size: 0.925em;
  }

  code {
    padding: 1px 5px;
    border-radius: 5px;
    background: var(--_subtle);
    box-shadow: inset 0 0 0 1px var(--_line);
    font-family: var(--_mono);
    font-size: 0.925em;
  }

  .wide {
    max-width: 100%;
    margin-top: var(--_space-2);
    overflow-x: auto;
    border: 1px solid var(--_line);
    border-radius: var(--_radius-small);
  }

  .wide:focus-visible {
    outline-offset: -2px;
  }

  pre {
    padding: var(--_space-2) var(--_space-3);
    background: var(--_subtle);
    line-height: 1.45;
    tab-size: 2;
  }

  pre code {
    display: block;
    padding: 0;
    background: none;
    box-shadow: none;
    overflow-wrap: normal;
  }

  table {
    width: 100%;
    border-collapse: collapse;
    overflow-wrap: normal;
  }

  th,
  td {
    padding: 6px var(--_space-3);
    border-bottom: 1px solid var(--_line);
    text-align: start;
    vertical-align: top;
  }

  th {
    background: var(--_subtle);
    font-weight: 600;
  }

  tr:last-child > * {
    border-bottom: 0;
  }

  blockquote {
    padding-inline-start: var(--_space-3);
    border-inline-start: 3px solid var(--_line-strong);
    color: var(--_muted);
  }

  hr {
    border: 0;
    border-top: 1px solid var(--_line);
  }

  .mark {
    display: inline-block;
    min-width: 18px;
    height: 18px;
    margin-inline: 2px 0;
    padding: 0 5px;
    border-radius: 6px;
    background: color-mix(in srgb, var(--_accent-ink) 12%, var(--_surface));
    color: var(--_accent-ink);
    font-size: 11px;
    font-weight: 650;
    line-height: 18px;
    font-variant-numeric: tabular-nums;
    text-align: center;
    vertical-align: 1px;
    transition: background var(--_fast), color var(--_fast);
  }

  .mark:hover:enabled,
  .mark[aria-expanded="true"] {
    background: var(--_accent-ink);
    color: var(--_surface);
  }

  .mark:focus-visible {
    outline-offset: 1px;
  }
`;
