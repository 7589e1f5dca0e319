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

  @keyframes late {
    from {
      opacity: 0;
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
    .jump {
      animation: none;
    }
  }
`;
