// The first match counts: browsers also name others for compatibility.
const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\//, "Edge"],
  [/\bEdgiOS\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bChrome\/|\bCriOS\//, "Chrome"],
  [/^(?=.*Safari\/).*\bVersion\/[\d.]/, "Safari"],
];
const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/** Longest part of the header that is checked. */
const maxChars = 400;

/** Browser and system in two words, as in `Firefox, Windows`; null when neither is known. Nothing else of the header is stored. */
export function deviceOf(userAgent: string | undefined): string | null {
  const text = (userAgent ?? "").slice(0, maxChars);
  const nameIn = (list: typeof browsers) => list.find(([pattern]) => pattern.test(text))?.[1];
  return [nameIn(browsers), nameIn(systems)].filter(Boolean).join(", ") || null;
}
