import type { Locale } from "../i18n/locale.ts";

const kilobyte = 1_000;

/** So many bytes in the visitor's way of writing it: "1.2 MB". */
export function sizeOf(bytes: number, { tag }: Locale): string {
  const isLarge = bytes >= kilobyte * kilobyte;
  return new Intl.NumberFormat(tag, {
    style: "unit",
    unit: isLarge ? "megabyte" : "kilobyte",
    maximumFractionDigits: isLarge ? 1 : 0,
  }).format(Math.max(bytes / (isLarge ? kilobyte * kilobyte : kilobyte), isLarge ? 0 : 1));
}

/** The ending of a name as people say it: "PDF". */
export function typeOf(name: string): string {
  return endingOf(name).toUpperCase();
}

/** The ending of a name in small letters, empty for none. */
export function endingOf(name: string): string {
  return /\.(\w{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? "";
}
