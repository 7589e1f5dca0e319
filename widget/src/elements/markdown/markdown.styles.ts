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

  :is(.text, .stretch) > * {
    margin: 0;
  }

  :is(.text, .stretch) > * + * {
    margin-top: var(--_space-2);
  }

  /*
   * A change in one block needs no new layout of the others. Blocks outside the view are still rendered, because find-in-page and screen
   * readers would miss them otherwise.
   */
  .stretch {
    contain: content;
    overflow-clip-margin: 4px;
  }

  /* A long text continues in a separate block. */
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

  :is(.text, .stretch) > * + .heading {
    margin-top: var(--_space-4);
  }

  .stretch > .heading:first-child {
    margin-top: var(--_space-2);
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
  li > :is(ul, ol, .code-box) {
    margin-top: var(--_space-1);
  }

  li::marker {
    color: var(--_muted);
  }

  a {
    color: var(--_accent-ink);
    text-decoration-thickness: 1px;
    text-underline-offset: 2px;
  }

  a:hover {
    text-decoration-thickness: 2px;
  }

  /* The host of a link whose text suggests a different target. */
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

  /* A shadow at the edge of content that continues. The shadow stays in place and its cover scrolls away. */
  pre.wide {
    background:
      linear-gradient(270deg, var(--_subtle) 50%, transparent) 100% 0 / 48px 100% no-repeat local,
      linear-gradient(270deg, var(--_line-strong), transparent) 100% 0 / 16px 100% no-repeat,
      var(--_subtle);
  }

  .wide:focus-visible {
    outline-offset: -2px;
  }

  pre {
    padding: var(--_space-2) var(--_space-3);
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

  /* Five columns fit into a phone. */
  table:has(th:nth-child(4)) {
    font-size: var(--_size-small);
  }

  table:has(th:nth-child(4)) :is(th, td) {
    padding-inline: 6px;
  }

  /* Host names and paths break, so that a table of two or three columns fits into a phone; their column keeps room for a word. */
  td :is(code, a) {
    overflow-wrap: anywhere;
  }

  table:not(:has(th:nth-child(4))) td:has(code, a) {
    min-width: 5.5em;
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

  /* 18 px visible, with an invisible border that makes the target 24 px high. */
  .mark {
    position: relative;
    display: inline-block;
    min-width: 24px;
    height: 24px;
    margin-block: -3px;
    margin-inline: -1px -3px;
    padding: 0 5px;
    border: 3px solid transparent;
    border-radius: 9px;
    background: color-mix(in srgb, var(--_accent-ink) 12%, var(--_surface)) padding-box;
    color: var(--_accent-ink);
    font-size: 11px;
    font-weight: 650;
    line-height: 18px;
    font-variant-numeric: tabular-nums;
    text-align: center;
    vertical-align: 1px;
  }

  .mark + .mark {
    margin-inline-start: 3px;
  }

  .mark:hover:enabled,
  .mark[aria-expanded="true"] {
    background-color: var(--_accent-ink);
    color: var(--_surface);
  }

  .mark:focus-visible {
    outline-offset: -2px;
  }

  @media (forced-colors: active) {
    .mark {
      border-color: Canvas;
    }
  }
`;
