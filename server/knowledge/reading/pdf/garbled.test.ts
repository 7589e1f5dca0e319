import { expect, it } from "vitest";
import { isGarbled } from "./garbled.ts";

const prose =
  "Customers may return what they bought within fourteen days after the parcel came, and the price is paid back by the same means. Unused vouchers stay valid until the end of the third year, whoever holds them.";
/** Text as a subset font without a character map produces it: every letter is shifted by the same distance. */
const moved = (text: string, by: number) =>
  [...text].map((letter) => (letter === " " ? " " : String.fromCharCode(letter.charCodeAt(0) + by))).join("");
const rotated = (text: string, by: number) =>
  text.toLowerCase().replace(/[a-z]/g, (letter) => String.fromCharCode(((letter.charCodeAt(0) - 97 + by) % 26) + 97));
/** Replaces each letter with another one, in no order. */
const swapped = (text: string) => {
  const alphabet = "qxwzvjkfpgbyhmcudloritnsae";
  return text.toLowerCase().replace(/[a-z]/g, (letter) => alphabet[letter.charCodeAt(0) - 97] ?? letter);
};

it.each([
  ["moved by 29, as by a subset font", moved(prose, -29)],
  ["moved by one", moved(prose, 1)],
  ["moved by 3", rotated(prose, 3)],
  ["moved by 13", rotated(prose, 13)],
  ["swapped", swapped(prose)],
  [
    "made of signs",
    moved(
      prose.replace(/[^ ]/g, (letter) => String.fromCharCode(33 + (letter.charCodeAt(0) % 15))),
      0,
    ),
  ],
  ["of unnamed letters", prose.replace(/[a-z]/g, (letter) => String.fromCharCode(0xe000 + letter.charCodeAt(0)))],
  [
    "Russian in the wrong encoding",
    "\u00cf\u00f0\u00e8\u00e2\u00e5\u00f2\u00f1\u00f2\u00e2\u00f3\u00e5\u00ec \u00ef\u00ee\u00ea\u00f3\u00ef\u00e0\u00f2\u00e5\u00eb\u00e5\u00e9 ".repeat(
      4,
    ),
  ],
])("text %s is garbled", (_, text) => {
  expect(isGarbled(text.split("\n"))).toBe(true);
});

it.each([
  ["English", prose],
  [
    "German",
    "Kundinnen und Kunden k\u00f6nnen gekaufte Waren innerhalb von vierzehn Tagen nach Erhalt zur\u00fcckgeben; der Preis wird auf demselben Weg erstattet. Gutscheine gelten bis zum Ende des dritten Jahres.",
  ],
  [
    "Polish",
    "Klienci mog\u0105 zwr\u00f3ci\u0107 zakupione towary w ci\u0105gu czternastu dni od otrzymania przesy\u0142ki, a cena zostanie zwr\u00f3cona w ten sam spos\u00f3b. Bony s\u0105 wa\u017cne do ko\u0144ca trzeciego roku.",
  ],
  [
    "Vietnamese",
    "Kh\u00e1ch h\u00e0ng c\u00f3 th\u1ec3 tr\u1ea3 l\u1ea1i h\u00e0ng \u0111\u00e3 mua trong v\u00f2ng m\u01b0\u1eddi b\u1ed1n ng\u00e0y sau khi nh\u1eadn b\u01b0u ki\u1ec7n v\u00e0 ti\u1ec1n \u0111\u01b0\u1ee3c ho\u00e0n l\u1ea1i b\u1eb1ng c\u00f9ng ph\u01b0\u01a1ng th\u1ee9c thanh to\u00e1n.",
  ],
  [
    "Finnish",
    "Asiakkaat voivat palauttaa ostamansa tuotteet nelj\u00e4ntoista p\u00e4iv\u00e4n kuluessa paketin saapumisesta, ja hinta maksetaan takaisin samalla tavalla. Lahjakortit ovat voimassa kolmannen vuoden loppuun.",
  ],
  [
    "Swahili",
    "Wateja wanaweza kurudisha bidhaa walizonunua ndani ya siku kumi na nne baada ya kifurushi kufika, na bei hulipwa kwa njia ile ile. Vocha ambazo hazijatumika hubaki halali hadi mwisho wa mwaka.",
  ],
  [
    "Russian",
    "\u041f\u043e\u043a\u0443\u043f\u0430\u0442\u0435\u043b\u0438 \u043c\u043e\u0433\u0443\u0442 \u0432\u0435\u0440\u043d\u0443\u0442\u044c \u0442\u043e\u0432\u0430\u0440\u044b \u0432 \u0442\u0435\u0447\u0435\u043d\u0438\u0435 \u0447\u0435\u0442\u044b\u0440\u043d\u0430\u0434\u0446\u0430\u0442\u0438 \u0434\u043d\u0435\u0439 \u043f\u043e\u0441\u043b\u0435 \u043f\u043e\u043b\u0443\u0447\u0435\u043d\u0438\u044f \u043f\u043e\u0441\u044b\u043b\u043a\u0438, \u0430 \u0446\u0435\u043d\u0430 \u0432\u043e\u0437\u0432\u0440\u0430\u0449\u0430\u0435\u0442\u0441\u044f",
  ],
  [
    "Chinese with commands",
    "\u9000\u6b3e\u9700\u8981\u5341\u56db\u5929\u3002\u8bf7\u8fd0\u884c npm install \u547d\u4ee4\u3002".repeat(8),
  ],
  [
    "a listing",
    "for (const [name, value] of Object.entries(process.env)) {\n  if (!name.startsWith('HTTP_')) continue;\n  headers.set(name.slice(5).toLowerCase(), String(value ?? ''));\n}\nexport function toResponse(headers: Headers): Response {\n  return new Response(null, { status: 204, headers });\n}",
  ],
  [
    "a table of numbers",
    Array.from({ length: 40 }, (_, n) => `${n}  1,${n}34.50  -${n}.2 %  (3${n})  $ 12`).join("\n"),
  ],
  [
    "dots that lead to page numbers",
    Array.from({ length: 20 }, (_, n) => `Chapter ${n} ${".".repeat(40)} ${n}`).join("\n"),
  ],
  ["a list of codes", Array.from({ length: 60 }, (_, n) => `XK${n}-QZ7B ${n}WV`).join("\n")],
  ["a dump of bytes", "3fa9 00ff c0de 7b1e dead 9a0c 1f8b 0800 bead face 0123 89ab ".repeat(20)],
])("%s is not", (_, text) => {
  expect(isGarbled(text.split("\n"))).toBe(false);
});
