import { css } from "lit";

const light = css`
  --_surface: #ffffff;
  --_raised: #ffffff;
  --_subtle: #f5f6f8;
  --_hover: #eceef2;
  --_line: #e3e6eb;
  --_line-strong: #c9ced8;
  --_text: #14171d;
  --_muted: #5b6472;
  --_accent-ink: var(--parley-accent-ink, var(--_theme-accentOnLight, #2f5bea));
  --_danger: #b42318;
  --_danger-subtle: #fef3f2;
  --_danger-line: #fbd5d0;
  --_caution: #8a5300;
  --_caution-subtle: #fdf6e7;
  --_shadow: 0 0 0 1px rgb(16 20 30 / 6%), 0 4px 12px rgb(16 20 30 / 8%), 0 16px 48px rgb(16 20 30 / 16%);
  --_shadow-small: 0 0 0 1px rgb(16 20 30 / 8%), 0 6px 24px rgb(16 20 30 / 16%);
  --_scheme: light;
`;

const dark = css`
  --_surface: #16181d;
  --_raised: #1f2228;
  --_subtle: #21252d;
  --_hover: #2b3039;
  --_line: #2a2e37;
  --_line-strong: #434a57;
  --_text: #eceef2;
  --_muted: #9ba4b3;
  --_accent-ink: var(--parley-accent-ink, var(--_theme-accentOnDark, #a5b4fc));
  --_danger: #ff9c91;
  --_danger-subtle: #2b1a1a;
  --_danger-line: #56302d;
  --_caution: #f0bf6a;
  --_caution-subtle: #2a2317;
  --_shadow: 0 0 0 1px rgb(255 255 255 / 8%), 0 16px 48px rgb(0 0 0 / 56%);
  --_shadow-small: 0 0 0 1px rgb(255 255 255 / 12%), 0 8px 32px rgb(0 0 0 / 56%);
  --_scheme: dark;
`;

/** All sizes and colours; every element inside the panel inherits them. */
export const tokenStyles = css`
  :host {
    --_accent: var(--parley-accent, var(--_theme-accent, #2f5bea));
    --_accent-text: var(--parley-accent-text, var(--_theme-accentText, #ffffff));
    --_font: var(--parley-font, -apple-system, BlinkMacSystemFont, "Segoe UI", Inter, Roboto, "Helvetica Neue", Arial, sans-serif);
    --_mono: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
    --_size-small: 12px;
    --_size-body: 14px;
    --_size-input: 16px;
    --_size-large: 20px;
    --_space-1: 4px;
    --_space-2: 8px;
    --_space-3: 12px;
    --_space-4: 16px;
    --_space-5: 24px;
    --_space-6: 32px;
    --_radius: var(--parley-radius, 16px);
    --_radius-inner: calc(var(--_radius) * 0.75);
    --_radius-small: calc(var(--_radius) * 0.5);
    --_fast: 120ms cubic-bezier(0.2, 0, 0, 1);
    --_slow: 200ms cubic-bezier(0.2, 0, 0, 1);
  }

  :host,
  :host([mode="light"]) {
    ${light}
  }

  :host([mode="dark"]) {
    ${dark}
  }

  @media (prefers-color-scheme: dark) {
    :host(:not([mode="light"])) {
      ${dark}
    }
  }

  @media (prefers-reduced-motion: reduce) {
    :host {
      --_fast: 0ms;
      --_slow: 0ms;
    }
  }
`;
