/** Plain text: the loader carries no library. */
export const launcherCss = `
:host {
  all: initial;
  position: fixed;
  z-index: var(--parley-z-index, 2147483000);
  right: var(--parley-offset, 20px);
  bottom: var(--parley-offset, 20px);
}
:host([data-position="left"]) { right: auto; left: var(--parley-offset, 20px); }
button {
  all: unset;
  position: relative;
  display: grid;
  place-items: center;
  box-sizing: border-box;
  width: 56px;
  height: 56px;
  border-radius: 50%;
  background: var(--parley-accent, var(--_accent, #2f5bea));
  color: var(--parley-accent-text, var(--_accent-text, #fff));
  box-shadow: 0 1px 3px rgb(16 20 30 / 20%), 0 8px 24px rgb(16 20 30 / 22%);
  cursor: pointer;
  transition: transform 120ms cubic-bezier(0.2, 0, 0, 1);
  -webkit-tap-highlight-color: transparent;
}
button:hover { transform: scale(1.05); }
button:active { transform: scale(0.96); }
button:focus-visible { outline: 3px solid var(--parley-accent, var(--_accent, #2f5bea)); outline-offset: 3px; }
svg {
  width: 26px;
  height: 26px;
  fill: none;
  stroke: currentcolor;
  stroke-width: 2;
  stroke-linecap: round;
  stroke-linejoin: round;
}
span {
  position: absolute;
  top: -2px;
  right: -2px;
  min-width: 20px;
  padding: 0 5px;
  box-sizing: border-box;
  border-radius: 10px;
  background: #c8281e;
  color: #fff;
  font: 700 12px/20px system-ui, sans-serif;
  text-align: center;
}
[hidden] { display: none; }
@media (prefers-reduced-motion: reduce) { button { transition: none; } }
@media print { :host { display: none; } }
`;
