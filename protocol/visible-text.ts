/**
 * Invisible characters of ordinary writing, each only in its correct context: joiners between the parts of an emoji and after a letter of a
 * joining script (Arabic, Devanagari, ...), the two variation selectors and the region tags of emoji, Mongolian selectors, the visible
 * Arabic signs, and line ends.
 */
const ordinary = [
  "\\t|\\n|\\r\\n",
  "[\\u0600-\\u0605\\u06DD\\u070F\\u0890\\u0891\\u08E2]",
  "(?<=[\\p{L}\\p{M}])(?<![\\p{scx=Latn}\\p{scx=Grek}\\p{scx=Cyrl}\\p{scx=Hani}\\p{scx=Kana}\\p{scx=Hira}\\p{scx=Hang}\\p{scx=Hebr}])[\\u200C\\u200D]",
  "(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F])\\u200D(?=\\p{Extended_Pictographic})",
  "(?<=[\\p{Extended_Pictographic}\\d#*])[\\uFE0E\\uFE0F]",
  "(?<=\\u{1F3F4})[\\u{E0061}-\\u{E007A}]{4,6}\\u{E007F}",
  "(?<=\\p{scx=Mong})[\\u180B-\\u180D\\u180F]",
].join("|");

/** All other invisible characters: controls, direction marks, joiners, tags, fillers, selectors, line separators. */
const unseen =
  "[\\p{Cc}\\p{Cf}\\p{Variation_Selector}\\u2028\\u2029\\u034F\\u115F\\u1160\\u17B4\\u17B5\\u2800\\u3164\\uFFA0]";

const either = new RegExp(`(${ordinary})|${unseen}`, "gu");

/**
 * Makes invisible characters visible, so that none can disguise a text: each is replaced by its code point, ⟨U+202E⟩. For every screen
 * where a person decides by a text that somebody else has written. Linear in the length of the text.
 */
export function visibleText(text: string): string {
  return text.replace(either, (character, isOrdinary: string | undefined) =>
    isOrdinary === undefined
      ? `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`
      : character,
  );
}
