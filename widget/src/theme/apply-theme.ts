import type { Theme } from "../../../protocol/requests.ts";
import type { Look } from "../panel-contract.ts";
import { accentColors } from "./colors.ts";

/** Puts a theme on the panel. What the page's script tag says comes first; unusable values leave the default. */
export function applyTheme(element: HTMLElement, theme: Theme | null, look: Look): void {
  const colors = accentColors(look.accent ?? theme?.accent ?? "", theme?.accent_text ?? "");
  if (colors) {
    element.style.setProperty("--_theme-accent", colors.accent);
    element.style.setProperty("--_theme-accent-text", colors.accentText);
    element.style.setProperty("--_accent-on-light", colors.accentOnLight);
    element.style.setProperty("--_accent-on-dark", colors.accentOnDark);
  }
  element.setAttribute("mode", look.mode ?? theme?.mode ?? "auto");
  element.setAttribute("position", look.position ?? theme?.position ?? "right");
}
