import { css } from "lit";

export const chatStyles = css`
  /*
   * Important, because the page's rules win over normal :host rules but not over important ones. Percentages of the window instead of vw
   * and dvh: in a page with a CSS zoom those are larger than the window.
   */
  :host {
    all: initial !important;
    position: fixed !important;
    z-index: var(--parley-z-index, 2147483001) !important;
    right: var(--parley-offset, 20px) !important;
    bottom: calc(var(--parley-offset, 20px) + 68px) !important;
    box-sizing: border-box !important;
    width: min(var(--parley-width, 400px), calc(100% - 2 * var(--parley-offset, 20px))) !important;
    height: min(
      var(--parley-height, 620px),
      max(100% - var(--parley-offset, 20px) - 160px, 320px),
      100% - var(--parley-offset, 20px) - 88px
    ) !important;
    color: var(--_text) !important;
    color-scheme: var(--_scheme) !important;
    font: var(--_size-body) / 1.5 var(--_font) !important;
    direction: ltr !important;
    unicode-bidi: isolate !important;
    -webkit-font-smoothing: antialiased !important;
  }

  :host::before,
  :host::after {
    content: none !important;
  }

  @media (min-width: 481px) and (min-height: 481px) {
    :host([large]) {
      width: min(640px, 100% - 2 * var(--parley-offset, 20px)) !important;
      height: min(860px, 100% - var(--parley-offset, 20px) - 88px) !important;
    }
  }

  :host([position="left"]) {
    right: auto !important;
    left: var(--parley-offset, 20px) !important;
  }

  :host([inline]) {
    position: relative !important;
    inset: auto !important;
    z-index: auto !important;
    display: block !important;
    width: 100% !important;
    height: var(--parley-height, 620px) !important;
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

  /* The panel has the focus only as a starting point for the keyboard. */
  .panel:focus {
    outline-color: transparent;
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

  .screen {
    flex: 1;
    min-height: 0;
    overflow-y: auto;
    overscroll-behavior: contain;
    scrollbar-width: thin;
    scrollbar-color: var(--_line-strong) transparent;
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

  .failure {
    margin-block: auto;
  }

  .banner {
    padding: 7px var(--_space-4);
    background: var(--_caution-subtle);
    color: var(--_caution);
    font-size: var(--_size-small);
    text-align: center;
  }

  /* No message for a short connection loss. */
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
    inset-inline: 0;
    display: grid;
    place-items: center;
    width: 34px;
    height: 34px;
    margin: auto;
    border-radius: 50%;
    background: var(--_raised);
    box-shadow: var(--_shadow-small);
    animation: late var(--_fast);
  }

  @media (pointer: coarse) {
    .jump {
      width: 44px;
      height: 44px;
    }
  }

  .person {
    margin: -12px 0 6px;
    font-size: var(--_size-small);
    text-align: center;
  }

  .person button {
    padding: 4px var(--_space-3);
  }

  @media (max-width: 480px), (max-height: 480px) {
    :host(:not([inline])) {
      inset: var(--_view-top, 0) 0 auto !important;
      width: auto !important;
      height: var(--_view-height, 100%) !important;
    }

    :host(:not([inline])) .panel {
      border-radius: 0;
      box-shadow: none;
      padding: env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom) env(safe-area-inset-left);
    }
  }
`;

/** The time before the conversation is there. */
export const welcomeStyles = css`
  .own {
    width: fit-content;
    margin-inline-start: auto;
    padding: var(--_space-2) var(--_space-3);
    border-radius: var(--_radius);
    background: var(--_accent);
    color: var(--_accent-text);
  }

  .starting {
    margin: auto;
    color: var(--_muted);
    animation: late 400ms 300ms backwards;
  }

  @media (prefers-reduced-motion: reduce) {
    .starting {
      animation: none;
    }
  }
`;
