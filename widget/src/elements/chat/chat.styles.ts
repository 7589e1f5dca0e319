import { css } from "lit";

export const chatStyles = css`
  :host {
    position: fixed;
    z-index: var(--parley-z-index, 2147483001);
    inset-block-end: calc(var(--parley-offset, 20px) + 68px);
    right: var(--parley-offset, 20px);
    width: min(var(--parley-width, 400px), calc(100vw - 2 * var(--parley-offset, 20px)));
    height: min(var(--parley-height, 680px), calc(100dvh - var(--parley-offset, 20px) - 88px));
    text-align: start;
    -webkit-font-smoothing: antialiased;
  }

  :host([position="left"]) {
    right: auto;
    left: var(--parley-offset, 20px);
  }

  .panel {
    position: relative;
    display: flex;
    flex-direction: column;
    height: 100%;
    overflow: hidden;
    border-radius: var(--_radius);
    background: var(--_surface);
    box-shadow: var(--_shadow);
    animation: open var(--_slow);
  }

  .panel:focus-visible {
    outline-offset: -2px;
  }

  @keyframes open {
    from {
      opacity: 0;
      transform: translateY(8px) scale(0.985);
    }
  }

  p,
  ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }

  .middle {
    position: relative;
    display: flex;
    flex: 1;
    min-height: 0;
  }

  .log {
    flex: 1;
    min-width: 0;
    overflow-y: auto;
    overscroll-behavior: contain;
    scrollbar-width: thin;
    scrollbar-color: var(--_line-strong) transparent;
  }

  .log:focus-visible {
    outline-offset: -2px;
  }

  .content {
    position: relative;
    display: flex;
    flex-direction: column;
    min-height: 100%;
    padding: var(--_space-5) var(--_space-4) var(--_space-3);
  }

  .row + .row {
    margin-top: var(--_space-2);
  }

  .row.first {
    margin-top: 20px;
  }

  parley-status {
    margin-top: var(--_space-4);
  }

  parley-status:empty {
    min-height: 0;
  }

  .welcome {
    display: flex;
    flex-direction: column;
    gap: var(--_space-5);
  }

  .welcome.alone {
    flex: 1;
    justify-content: space-between;
  }

  .greeting {
    max-width: 32ch;
    font-size: var(--_size-large);
    font-weight: 650;
    line-height: 1.3;
    letter-spacing: -0.012em;
    overflow-wrap: anywhere;
    text-wrap: pretty;
    white-space: pre-line;
  }

  .starters {
    display: flex;
    flex-direction: column;
    gap: var(--_space-2);
    align-items: flex-start;
  }

  .starters button {
    padding: 8px 14px;
    border-radius: var(--_radius-inner);
    box-shadow: inset 0 0 0 1px var(--_line-strong);
    color: var(--_accent-ink);
    font-weight: 500;
    transition: background var(--_fast), box-shadow var(--_fast);
  }

  .starters button:hover {
    background: var(--_subtle);
    box-shadow: inset 0 0 0 1px var(--_accent-ink);
  }

  .starting {
    margin: auto;
    color: var(--_muted);
    animation: late 400ms 300ms backwards;
  }

  @keyframes late {
    from {
      opacity: 0;
    }
  }

  .day {
    display: flex;
    gap: var(--_space-3);
    align-items: center;
    margin-bottom: var(--_space-4);
    color: var(--_muted);
    font-size: var(--_size-small);
  }

  .day::before,
  .day::after {
    content: "";
    flex: 1;
    height: 1px;
    background: var(--_line);
  }

  .note {
    color: var(--_muted);
    font-size: var(--_size-small);
    text-align: center;
    text-wrap: balance;
  }

  .error,
  .failure {
    display: flex;
    gap: var(--_space-2);
    align-items: flex-start;
    padding: 10px var(--_space-3);
    border: 1px solid var(--_danger-line);
    border-radius: var(--_radius-inner);
    background: var(--_danger-subtle);
  }

  .error svg,
  .failure svg {
    margin-top: 3px;
    color: var(--_danger);
  }

  .error p,
  .failure p {
    flex: 1;
  }

  .error button,
  .failure button {
    padding: 0 var(--_space-1);
    border-radius: 4px;
    color: var(--_danger);
    font-weight: 600;
    text-decoration: underline;
    text-underline-offset: 2px;
  }

  .failure {
    margin-block: auto;
  }

  .typing {
    display: flex;
    gap: var(--_space-2);
    align-items: center;
    margin-top: var(--_space-4);
    color: var(--_muted);
    font-size: var(--_size-small);
  }

  .dots {
    display: flex;
    gap: 3px;
    padding: 8px 10px;
    border-radius: 999px;
    background: var(--_subtle);
  }

  i {
    width: 5px;
    height: 5px;
    border-radius: 50%;
    background: var(--_muted);
    animation: bounce 1.2s ease-in-out infinite;
  }

  i:nth-child(2) {
    animation-delay: 0.15s;
  }

  i:nth-child(3) {
    animation-delay: 0.3s;
  }

  @keyframes bounce {
    0%,
    60%,
    100% {
      transform: none;
    }
    30% {
      transform: translateY(-3px);
    }
  }

  .banner {
    padding: 7px var(--_space-4);
    background: var(--_caution-subtle);
    color: var(--_caution);
    font-size: var(--_size-small);
    text-align: center;
  }

  /* A blink of the network is not worth a word. */
  .banner.lost {
    animation: banner-late 1ms 1.5s backwards;
  }

  @keyframes banner-late {
    from {
      display: none;
      visibility: hidden;
      height: 0;
      padding-block: 0;
    }
  }

  .jump {
    position: absolute;
    inset-block-end: var(--_space-2);
    left: 50%;
    display: grid;
    place-items: center;
    width: 34px;
    height: 34px;
    margin-left: -17px;
    border-radius: 50%;
    background: var(--_raised);
    box-shadow: var(--_shadow-small);
    animation: late var(--_fast);
  }

  .resolved {
    padding: var(--_space-2) var(--_space-4);
    border-top: 1px solid var(--_line);
    text-align: center;
  }

  parley-citation {
    position: absolute;
    z-index: 1;
    inset-inline: var(--_space-3);
  }

  @media (max-width: 480px), (max-height: 480px) {
    :host,
    :host([position="left"]) {
      inset: var(--_view-top, 0) 0 auto;
      width: auto;
      height: var(--_view-height, 100dvh);
    }

    .panel {
      border-radius: 0;
      box-shadow: none;
      padding-bottom: env(safe-area-inset-bottom);
    }
  }

  @media (prefers-reduced-motion: reduce) {
    .panel,
    .jump,
    .starting,
    i {
      animation: none;
    }
  }
`;
