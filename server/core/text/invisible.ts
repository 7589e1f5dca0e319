/**
 * Characters nobody sees, which can hide orders to a model from the people who read the same text: control
 * characters, soft hyphens, zero-width spaces, direction marks and overrides, tag characters, fillers, and the
 * variation selectors that can carry bytes. Joiners stay, scripts and emoji need them, and so do the two selectors
 * of emoji and the format characters that Arabic and Syriac show.
 */
const invisible =
  /[^\P{Cc}\n\t]|[^\P{Cf}\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u200c\u200d]|[\ufe00-\ufe0d\ufdd0-\ufdef\u115f\u1160\u3164\uffa0]|[\u{e0100}-\u{e01ef}]/gu;

/** The text as people see it. */
export function withoutInvisible(text: string): string {
  return text.replace(invisible, "");
}
