const hexColor = /^#([0-9a-f]{6})$/i;

export function isHexColor(value: string): boolean {
  return hexColor.test(value);
}

/** Black or white, whichever reads better on the colour. */
export function textOn(color: string): "#ffffff" | "#111111" {
  return contrast(color, "#ffffff") >= contrast(color, "#111111") ? "#ffffff" : "#111111";
}

/** WCAG contrast ratio of two `#rrggbb` colours, 1..21. */
export function contrast(first: string, second: string): number {
  const [a, b] = [luminance(first), luminance(second)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminance(color: string): number {
  const digits = hexColor.exec(color)?.[1] ?? "000000";
  const channel = (start: number) => {
    const value = Number.parseInt(digits.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(0) + 0.7152 * channel(2) + 0.0722 * channel(4);
}
