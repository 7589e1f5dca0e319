import { describe, expect, it } from "vitest";
import { visibleText } from "./visible-text.ts";

describe("a text that a person decides by", () => {
  it.each([
    ["right-to-left override", "pay\u202Eevig", "pay⟨U+202E⟩evig"],
    ["isolates", "a\u2066b\u2069", "a⟨U+2066⟩b⟨U+2069⟩"],
    ["direction marks", "a\u200Eb\u200Fc\u061C", "a⟨U+200E⟩b⟨U+200F⟩c⟨U+061C⟩"],
    ["zero-width space", "pay\u200Bpal", "pay⟨U+200B⟩pal"],
    ["a joiner in Latin letters", "pay\u200Dpal\u200C.com", "pay⟨U+200D⟩pal⟨U+200C⟩.com"],
    ["a joiner in Cyrillic and Chinese", "да\u200Dнет 是\u200D否", "да⟨U+200D⟩нет 是⟨U+200D⟩否"],
    ["a joiner before anything", "\u200Dx 5\u200D", "⟨U+200D⟩x 5⟨U+200D⟩"],
    ["soft hyphen and byte order mark", "a\u00ADb\uFEFF", "a⟨U+00AD⟩b⟨U+FEFF⟩"],
    ["tags that spell orders", "ok\u{E0049}\u{E0067}", "ok⟨U+E0049⟩⟨U+E0067⟩"],
    ["selectors that carry bytes", "a\uFE00\uFE0F\u{E0101}", "a⟨U+FE00⟩⟨U+FE0F⟩⟨U+E0101⟩"],
    ["fillers and separators", "a\u3164\u115F\u2800\u2028b", "a⟨U+3164⟩⟨U+115F⟩⟨U+2800⟩⟨U+2028⟩b"],
    ["controls", "a\u0008b\rc\u001B[2J", "a⟨U+0008⟩b⟨U+000D⟩c⟨U+001B⟩[2J"],
  ])("shows %s as its number", (_, text, shown) => {
    expect(visibleText(text)).toBe(shown);
  });

  it.each([
    ["emoji of several parts", "👩‍👩‍👧 🏳️‍🌈 👩🏽‍🚀 ❤️‍🔥 🏴󠁧󠁢󠁳󠁣󠁴󠁿 #️⃣ ☎︎"],
    ["Persian", "می‌خواهم"],
    ["Hindi", "क्‍ष न्‌"],
    ["Malayalam and Sinhala", "ന്‍ ශ්‍රී"],
    ["Arabic signs that are seen", "\u06DD١٢٣ \u0600٤"],
    ["lines", "one\n\ttwo\r\nthree"],
    ["accents, Hebrew points, Korean and Thai", "e\u0301 שָׁלוֹם 한국어 ภาษาไทย"],
  ])("leaves %s as it is", (_, text) => {
    expect(visibleText(text)).toBe(text);
  });
});
