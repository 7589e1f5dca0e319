/**
 * Invisible characters, which can hide instructions to a model from human readers of the same text: control characters, soft hyphens,
 * zero-width spaces, direction marks and overrides, tag characters, fillers, and the variation selectors that can carry bytes. Joiners stay
 * because scripts and emoji need them; so do the two selectors of emoji and the visible format characters of Arabic and Syriac.
 */
const invisible =
  /[^\P{Cc}\n\t]|[^\P{Cf}\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u200c\u200d]|[\ufe00-\ufe0d\ufdd0-\ufdef\u115f\u1160\u3164\uffa0]|[\u{e0100}-\u{e01ef}]/gu;

/** The text without invisible characters. */
export function withoutInvisible(text: string): string {
  return text.replace(invisible, "");
}
