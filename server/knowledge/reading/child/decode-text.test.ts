import { describe, expect, it } from "vitest";
import { charsetOfType, decodeText } from "./decode-text.ts";

/** Bytes of a text in a one-byte or two-byte encoding. Finds them by decoding all byte values. */
function encode(text: string, encoding: string): Uint8Array {
  const decoder = new TextDecoder(encoding);
  const table = new Map<string, number[]>();
  for (let first = 0x81; first < 0xff; first += 1) {
    table.set(decoder.decode(Uint8Array.of(first)), [first]);
    for (let second = 0x40; second < 0xff; second += 1) {
      const character = decoder.decode(Uint8Array.of(first, second));
      if (character.length === 1 && !table.has(character)) table.set(character, [first, second]);
    }
  }
  return Uint8Array.from(
    Array.from(text).flatMap((each) => (each < "\x80" ? [each.charCodeAt(0)] : (table.get(each) ?? []))),
  );
}

const korean = "환불은 구매일로부터 14일 이내에 가능합니다. 고객 지원팀에 문의하세요.";
const japanese = "返金は購入日から14日以内に可能です。サポートまでお問い合わせください。";
const russian = "Возврат средств возможен в течение четырнадцати дней после покупки. Обратитесь в службу поддержки.";
const page = (charset: string, text: string) =>
  `<html><head><meta charset="${charset}"></head><body>${text}</body></html>`;

describe("encodings", () => {
  it("are those that the page names", () => {
    expect(decodeText(encode(page("euc-kr", korean), "euc-kr"))).toMatchObject({ encoding: "euc-kr", isGuess: false });
    expect(decodeText(encode(page("euc-kr", korean), "euc-kr")).text).toContain(korean);
    const xml = encode(`<?xml version="1.0" encoding="EUC-KR"?><html><body>${korean}</body></html>`, "euc-kr");
    expect(decodeText(xml).text).toContain(korean);
    const old = `<meta http-equiv='Content-Type' content='text/html; charset=Shift_JIS'>${japanese}`;
    expect(decodeText(encode(old, "shift_jis")).text).toContain(japanese);
  });

  it("are those that the sender names, before what the page says", () => {
    expect(decodeText(encode(page("iso-8859-1", korean), "euc-kr"), "EUC-KR").text).toContain(korean);
  });

  it("are UTF-8 when the bytes can be nothing else, whatever is claimed", () => {
    expect(decodeText(Buffer.from(page("euc-kr", korean)), "windows-1252").text).toContain(korean);
  });

  it.each([
    [korean, "euc-kr"],
    [japanese, "shift_jis"],
    [russian, "windows-1251"],
    [
      "Prüfen Sie die Größe: Straße, Käse, Öl. Die Rückgabe ist möglich, wenn das Gerät nicht geöffnet wurde.",
      "windows-1252",
    ],
  ])("are guessed when nothing names them: %s", (text, encoding) => {
    expect(decodeText(encode(text.repeat(3), encoding))).toMatchObject({ text: text.repeat(3), isGuess: true });
  });

  it("have the signs of windows-1252 on every version of Node.js", () => {
    const bytes = Uint8Array.from([0x33, 0x96, 0x35, 0x20, 0x54, 0x61, 0x67, 0x65, 0x20, 0x80, 0x84, 0xdf, 0x93]);
    for (const charset of ["windows-1252", "iso-8859-1", undefined])
      expect(decodeText(bytes, charset)).toMatchObject({ text: "3–5 Tage €„ß“", encoding: "windows-1252" });
  });

  it("are guessed when what is named cannot be right", () => {
    expect(decodeText(encode(page("utf-8", korean.repeat(3)), "euc-kr")).text).toContain(korean);
    expect(decodeText(encode(korean.repeat(3), "euc-kr"), "no-such-charset").text).toContain(korean);
  });

  it("follow a byte order mark, and UTF-16 is seen without one", () => {
    const wide = Buffer.from(`Refunds ${korean}`, "utf16le");
    expect(decodeText(Buffer.concat([Buffer.from([0xff, 0xfe]), wide])).text).toBe(`Refunds ${korean}`);
    expect(decodeText(Buffer.concat([Buffer.from([0xff, 0xfe]), wide]).swap16()).text).toBe(`Refunds ${korean}`);
    expect(decodeText(Buffer.from("Refunds take fourteen days.", "utf16le")).text).toBe("Refunds take fourteen days.");
    expect(decodeText(Buffer.from("\ufeffmarked")).text).toBe("marked");
  });

  it("are read out of a media type", () => {
    expect(charsetOfType('text/html; charset="EUC-KR"')).toBe("EUC-KR");
    expect(charsetOfType("text/html")).toBeUndefined();
    expect(charsetOfType(null)).toBeUndefined();
  });
});
