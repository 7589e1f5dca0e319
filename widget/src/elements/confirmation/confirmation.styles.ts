import { css } from "lit";

export const confirmationStyles = css`
  :host {
    display: block;
  }

  section {
    padding: var(--_space-3) var(--_space-4) var(--_space-4);
    border: 1px solid var(--_line-strong);
    border-radius: var(--_radius-inner);
    background: var(--_raised);
  }

  section.over {
    border-color: var(--_line);
    background: var(--_subtle);
  }

  p {
    margin: 0;
  }

  p,
  h2 {
    margin-bottom: 0;
    overflow-wrap: anywhere;
  }

  .ask {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--_space-2);
    justify-content: space-between;
    color: var(--_muted);
    font-size: var(--_size-small);
  }

  h2 {
    margin-top: 3px;
    border-radius: 4px;
    font-size: var(--_size-body);
    font-weight: 650;
    line-height: 1.5;
  }

  .description {
    margin-top: 2px;
    white-space: pre-line;
  }

  table {
    width: 100%;
    margin-top: var(--_space-3);
    border-collapse: collapse;
    table-layout: fixed;
  }

  .caption {
    padding-bottom: var(--_space-1);
    color: var(--_muted);
    font-size: var(--_size-small);
    text-align: start;
  }

  p.caption {
    margin-top: var(--_space-3);
  }

  th,
  td {
    padding: 6px 0;
    border-top: 1px solid var(--_line);
    text-align: start;
    vertical-align: top;
    overflow-wrap: anywhere;
  }

  th {
    width: 36%;
    padding-inline-end: var(--_space-3);
    color: var(--_muted);
    font-weight: 500;
  }

  .value {
    max-height: 108px;
    overflow-y: auto;
    border-radius: 4px;
    white-space: pre-wrap;
  }

  .value.scrolls {
    padding: 1px 5px;
    border: 1px solid var(--_line-strong);
  }

  .more {
    display: none;
    color: var(--_muted);
    font-size: var(--_size-small);
  }

  .scrolls + .more {
    display: block;
  }

  .empty,
  del,
  .arrow {
    color: var(--_muted);
  }

  .change {
    position: relative;
    display: flex;
    flex-wrap: wrap;
    gap: 0 6px;
    align-items: baseline;
  }

  .change > div {
    min-width: 0;
  }

  .arrow:dir(rtl) {
    transform: scaleX(-1);
  }

  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: var(--_space-2);
    margin-top: var(--_space-4);
  }

  .buttons button {
    flex: 1;
    min-width: 96px;
    min-height: 40px;
    padding: 8px 14px;
    border-radius: var(--_radius-inner);
    font-weight: 600;
    text-align: center;
  }

  .approve {
    background: var(--_accent);
    color: var(--_accent-text);
  }

  .decline {
    box-shadow: inset 0 0 0 1px var(--_line-strong);
  }

  .decline:hover:not([aria-disabled="true"]) {
    background: var(--_hover);
  }

  [aria-disabled="true"] {
    cursor: default;
    opacity: 0.6;
  }

  .status:not(:empty) {
    margin-top: var(--_space-2);
    font-weight: 500;
  }

  .hint {
    margin-top: var(--_space-2);
    color: var(--_muted);
    font-size: var(--_size-small);
  }

  .team {
    display: flex;
    gap: var(--_space-2);
    margin-top: var(--_space-3);
  }

  .fate {
    display: flex;
    gap: var(--_space-2);
    margin-top: var(--_space-3);
    padding-top: var(--_space-2);
    border-top: 1px solid var(--_line);
    font-weight: 600;
  }

  .fate.good {
    color: var(--_accent-ink);
  }

  @media (pointer: coarse) {
    .buttons button {
      min-height: 44px;
    }
  }
`;
