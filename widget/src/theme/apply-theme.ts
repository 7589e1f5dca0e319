import type { Theme } from "../../../protocol/requests.ts";
import type { Look } from "../panel-contract.ts";
import { accentColors } from "./colors.ts";

/** Puts a theme on the panel. What the page's script tag says comes first; unusable values leave the default. */
export function applyTheme(element: HTMLElement, theme: Partial<Theme>, look: Look): void {
  const colors = accentColors(look.accent ?? theme.accent ?? "", theme.accent_text ?? "");
  for (const [name, color] of Object.entries({ ...colors })) element.style.setProperty(`--_theme-${name}`, color);
  element.setAttribute("mode", look.mode ?? theme.mode ?? "auto");
  element.setAttribute("position", look.position ?? theme.position ?? "right");
}
