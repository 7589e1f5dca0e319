/** Styles of list numbers. */
export type NumeralStyle = "decimal" | "lower-letter" | "upper-letter" | "lower-roman" | "upper-roman";

/** Largest number that is written in letters; programs write larger ones in digits. */
const maxLetters = 26 * 26;
const maxRoman = 3_999;
const romans: [number, string][] = [
  [1_000, "m"],
  [900, "cm"],
  [500, "d"],
  [400, "cd"],
  [100, "c"],
  [90, "xc"],
  [50, "l"],
  [40, "xl"],
  [10, "x"],
  [9, "ix"],
  [5, "v"],
  [4, "iv"],
  [1, "i"],
];

/** A list number as the page shows it: 3 is `3`, `c` or `iii`. */
export function numeralOf(value: number, style: NumeralStyle): string {
  const lower = style.endsWith("letter") ? lettersOf(value) : style.endsWith("roman") ? romanOf(value) : undefined;
  if (lower === undefined) return String(value);
  return style.startsWith("upper") ? lower.toUpperCase() : lower;
}

function lettersOf(value: number): string | undefined {
  if (value < 1 || value > maxLetters) return undefined;
  const letter = (index: number) => String.fromCharCode(97 + index);
  const first = Math.floor((value - 1) / 26);
  return `${first > 0 ? letter(first - 1) : ""}${letter((value - 1) % 26)}`;
}

function romanOf(value: number): string | undefined {
  if (value < 1 || value > maxRoman) return undefined;
  let rest = value;
  let text = "";
  for (const [size, sign] of romans) {
    for (; rest >= size; rest -= size) text += sign;
  }
  return text;
}
