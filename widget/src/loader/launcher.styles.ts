/**
 * Plain text: the loader carries no library. The empty frame stands where the panel will be, so that a press shows something at once on a slow network. The icon is white on what is darker than a luminance of 0.179, where black
 * and white have the same contrast by WCAG, and black on what is lighter: far outside of all colours, so that no grey is left. Nothing moves under the pointer: its frames would be drawn while the panel comes.
 */
export const launcherCss = `
:host {
  all: initial !important;
  --_offset: var(--parley-offset, 20px);
  position: fixed !important;
  z-index: var(--parley-z-index, 2147483000) !important;
  inset: auto var(--_offset) var(--_offset) auto !important;
  direction: ltr !important;
  unicode-bidi: isolate !important;
  --_fill: var(--parley-accent, var(--_accent, #2f5bea));
  --_light: calc((0.179 - y) * 1e6);
}
:host([hidden]) { display: none !important; }
:host::before, :host::after { content: none !important; }
:host([data-position="left"]) { inset: auto auto var(--_offset) var(--_offset) !important; }
button {
  all: unset;
  position: relative;
  display: grid;
  place-items: center;
  width: 56px;
  height: 56px;
  border-radius: 50%;
  background: var(--_fill);
  color: var(--parley-accent-text, #fff);
  box-shadow: 0 6px 20px #10141e47;
  cursor: pointer;
  -webkit-tap-highlight-color: transparent;
}
button:hover { filter: brightness(1.08); }
button:focus-visible { outline: 3px solid var(--_fill); outline-offset: 3px; }
button::before {
  content: "";
  width: 26px;
  height: 26px;
  background: currentcolor;
  clip-path: path("M3 12c0-4 4-8 10-8s10 4 10 8-4 8-10 8l-7 3 1-5c-3-2-4-4-4-6z");
}
:host(:not([ready])) [aria-expanded=true]::after {
  content: "";
  position: absolute;
  inset: auto 0 68px auto;
  width: min(var(--parley-width, 400px), 100vw - 2 * var(--_offset));
  height: min(var(--parley-height, 620px), 100dvh - var(--_offset) - 160px);
  border-radius: 16px;
  background: canvas;
  box-shadow: inherit;
  color-scheme: light dark;
}
:host([data-position="left"]) ::after { inset: auto auto 68px 0 !important; }
[aria-expanded=true]::before { clip-path: path("M6 9l7 7 7-7 2 2-9 9-9-9z"); }
span {
  position: absolute;
  top: -2px;
  right: -2px;
  min-width: 10px;
  padding: 0 5px;
  border-radius: 10px;
  background: #c8281e;
  color: #fff;
  font: 700 12px/20px system-ui;
  text-align: center;
}
@supports (color: color(from red xyz-d65 x y z)) {
  button { color: var(--parley-accent-text, color(from var(--_fill) xyz-d65 var(--_light) var(--_light) var(--_light))); }
}
@media (forced-colors: active) { button, span { outline: 1px solid; } button::before { forced-color-adjust: none; background: canvastext; } }
@media (max-width: 480px), (max-height: 480px) { ::after { box-shadow: 0 0 0 200vmax canvas !important; } }
@media print { :host { display: none !important; } }
`;
