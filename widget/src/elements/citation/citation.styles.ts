import { css } from "lit";

export const citationStyles = css`
  .card {
    padding: var(--_space-3) var(--_space-4) var(--_space-4);
    border-radius: var(--_radius-inner);
    background: var(--_raised);
    box-shadow: var(--_shadow-small);
    animation: appear var(--_fast);
  }

  .card:focus-visible {
    outline-offset: -2px;
  }

  @keyframes appear {
    from {
      opacity: 0;
      transform: translateY(4px);
    }
  }

  .head {
    display: flex;
    gap: var(--_space-2);
    align-items: flex-start;
  }

  .number {
    flex: none;
    min-width: 20px;
    height: 20px;
    margin-top: 6px;
    padding: 0 5px;
    border-radius: 6px;
    background: var(--_accent-ink);
    color: var(--_surface);
    font-size: 11px;
    font-weight: 650;
    line-height: 20px;
    text-align: center;
    font-variant-numeric: tabular-nums;
  }

  .title {
    flex: 1;
    min-width: 0;
    margin: 0;
    padding-block: 5px;
    font-size: var(--_size-body);
    font-weight: 600;
    line-height: 1.5;
    overflow-wrap: anywhere;
  }

  .icon-button {
    margin-inline-end: -8px;
  }

  .place {
    margin: 0;
    padding-inline-start: 28px;
    color: var(--_muted);
    font-size: var(--_size-small);
    overflow-wrap: anywhere;
  }

  blockquote {
    max-height: 168px;
    margin: var(--_space-2) 0 0;
    padding-inline-start: var(--_space-3);
    overflow-y: auto;
    border-inline-start: 3px solid var(--_line-strong);
    overflow-wrap: anywhere;
    white-space: pre-line;
  }

  .ways {
    display: flex;
    flex-wrap: wrap;
    column-gap: var(--_space-4);
    margin: 0;
  }

  .link {
    display: inline-flex;
    gap: 6px;
    align-items: center;
    margin-top: var(--_space-3);
    border-radius: 4px;
    color: var(--_accent-ink);
    font-weight: 600;
    text-decoration: none;
  }

  .link:hover {
    text-decoration: underline;
    text-underline-offset: 2px;
  }
`;
