/** Plain text, like the launcher's styles. */
export const teaserCss = `
:host {
  all: initial !important;
  --_at: var(--parley-offset, 20px);
  position: fixed !important;
  z-index: var(--parley-z-index, 2147483000) !important;
  inset: auto var(--_at) calc(var(--_at) + 68px) auto !important;
  max-width: min(280px, calc(100vw - 2 * var(--_at))) !important;
  color-scheme: light dark !important;
}
:host([data-position="left"]) { inset: auto auto calc(var(--_at) + 68px) var(--_at) !important; }
:host::before, :host::after { content: none !important; }
div {
  display: flex;
  align-items: center;
  border-radius: 14px;
  background: light-dark(#fff, #1f2228);
  box-shadow: 0 0 0 1px rgb(128 128 128 / 20%), 0 6px 24px rgb(16 20 30 / 16%);
  color: light-dark(#14171d, #eceef2);
  font: 14px/1.4 var(--parley-font, -apple-system, BlinkMacSystemFont, "Segoe UI", Inter, Roboto, "Helvetica Neue", Arial, sans-serif);
  animation: come 200ms cubic-bezier(0.2, 0, 0, 1);
}
span { min-width: 0; }
button { all: unset; display: block; padding-block: 10px; padding-inline-start: 14px; border-radius: inherit; cursor: pointer; overflow-wrap: anywhere; }
span + button { display: grid; flex: none; place-items: center; width: 36px; height: 36px; padding: 0 !important; margin: 2px; }
button:focus-visible { outline: 2px solid; outline-offset: -2px; }
svg { width: 16px; height: 16px; fill: none; stroke: currentcolor; stroke-width: 2; stroke-linecap: round; opacity: 0.7; }
@media (pointer: coarse) { span + button { width: 44px; height: 44px; } }
@media (forced-colors: active) { div { outline: 1px solid; } }
@media (prefers-reduced-motion: reduce) { div { animation: none; } }
@media print { :host { display: none !important; } }
@keyframes come { from { opacity: 0; transform: translateY(6px); } }
`;
