import type { Theme } from "../../../protocol/requests.ts";
import type { Look } from "../panel/contract.ts";

/** Applies a theme to the panel. The page's script tag has priority; unusable values leave the default. */
export function applyTheme(element: HTMLElement, theme: Partial<Theme>, look: Look): void {
  const colors = accentColors(look.accent ?? theme.accent ?? "", theme.accent_text ?? "");
  for (const [name, color] of Object.entries({ ...colors })) element.style.setProperty(`--_theme-${name}`, color);
  element.setAttribute("mode", look.mode ?? theme.mode ?? "auto");
  element.setAttribute("position", look.position ?? theme.position ?? "right");
}

/** Contrast that WCAG AA requires for normal text. */
const readableContrast = 4.5;

type Rgb = readonly [number, number, number];

/** The colours of a theme that depend on their background. */
interface AccentColors {
  /** The tenant's colour, for surfaces. */
  accent: string;
  /** Text on the accent: the tenant's choice when it is readable, else black or white. */
  accentText: string;
  /** The accent as text on a light and on a dark panel: darkened or lightened until it is readable. */
  accentOnLight: string;
  accentOnDark: string;
}

const lightSurface: Rgb = [246, 247, 249];
const darkSurface: Rgb = [33, 37, 45];

/** Derives readable colours from a tenant's accent; undefined if it is no hexadecimal colour. */
export function accentColors(accent: string, accentText: string): AccentColors | undefined {
  const base = parseHex(accent);
  if (!base) return undefined;
  const wanted = parseHex(accentText);
  const onAccent = wanted && contrast(base, wanted) >= readableContrast ? wanted : blackOrWhite(base);
  return {
    accent: toHex(base),
    accentText: toHex(onAccent),
    accentOnLight: toHex(shiftUntilReadable(base, lightSurface, [0, 0, 0])),
    accentOnDark: toHex(shiftUntilReadable(base, darkSurface, [255, 255, 255])),
  };
}

/** Contrast of two colours as WCAG defines it, 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [lighter, darker] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

/** `#abc` or `#aabbcc` as numbers. */
export function parseHex(value: string): Rgb | undefined {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(value.trim());
  const long = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(value.trim());
  const parts = short ? short.slice(1).map((digit) => digit + digit) : long?.slice(1);
  return parts && (parts.map((part) => Number.parseInt(part, 16)) as unknown as Rgb);
}

function blackOrWhite(base: Rgb): Rgb {
  return contrast(base, [255, 255, 255]) >= contrast(base, [17, 17, 17]) ? [255, 255, 255] : [17, 17, 17];
}

function shiftUntilReadable(color: Rgb, surface: Rgb, towards: Rgb): Rgb {
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = color.map((part, at) => Math.round(part + ((towards[at] ?? 0) - part) * share)) as unknown as Rgb;
    if (contrast(mixed, surface) >= readableContrast) return mixed;
  }
  return towards;
}

function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function toHex(color: Rgb): string {
  return `#${color.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}
