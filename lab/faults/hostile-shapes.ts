const letters = "abcdefghijklmnopqrstuvwxyz";

/** Repeated units: openers without an end, nested marks, words and characters that a pattern may try to match in many ways. */
const units: Record<string, string> = {
  "straight quotes": '" ',
  "low quotes": "„ ",
  "curly quotes": "“ ",
  guillemets: "« ",
  "corner brackets": "「 ",
  apostrophes: "' ",
  backticks: "` ",
  parentheses: "(",
  brackets: "[",
  "images without end": "![",
  "links without end": "[a](",
  "footnotes without end": "[^a",
  braces: "{{",
  "template tags": "{% ",
  "comments without end": "<!--",
  "tags without end": "<a ",
  "scripts without end": "<script>",
  "closed tags": "<div>",
  "nested quotes of lines": "> ",
  "nested lists": "  - a\n",
  fences: "```\n",
  tildes: "~~~ ",
  stars: "**a ",
  underscores: "_a_",
  "table rows": "|-|-|\n",
  "rule lines": "--- ",
  hashes: "# ",
  blanks: " ",
  tabs: "\t",
  "line ends": "\n",
  "blank lines": " \n",
  "carriage returns": "\r\n",
  "zero width": "\u200b\u200d",
  "emoji joins": "👩‍👩‍👧",
  "combining marks": "a\u0300\u0301",
  "long word": "a",
  "long capitals": "A",
  "camel case": "aB",
  "long CJK run": "中文",
  "alternating scripts": "aя中א",
  "Thai run": "ภาษา",
  digits: "0",
  "digits apart": "1 ",
  "digits and commas": "1,",
  dates: "31.12.2025 ",
  slashes: "a/",
  "addresses without end": "a@",
  "a@a.a": "a@a.",
  URLs: "https://a.a/",
  ports: "a:",
  dots: ".",
  "question marks": "? ",
  commas: "a, ",
  "compare of": "compare of ",
  "difference between": "difference between a and b ",
  "bye bye": "bye ",
  "thank you": "thanks so much ",
  "talk to a person": "talk to a ",
  "about it": "it and that ",
  "is is": "is is ",
  passwords: "password: ",
  bearers: "bearer ",
  keys: "sk-sk_",
  tokens: "-eyJa",
  "private keys": "-----BEGIN PRIVATE KEY-----",
  thoughts: "<think> ",
  "citation marks": "[1",
  "JSON objects": '{"a":',
  equals: "=",
  surrogates: "\ud83d",
};

export interface Shape {
  name: string;
  text: string;
}

/** Texts of this length that are hardest for a pattern: each unit repeated, with an end that does not match. */
export function hostileShapes(chars: number): Shape[] {
  const repeated = Object.entries(units).map(([name, unit]) => ({
    name,
    text: `${unit.repeat(Math.ceil(chars / unit.length)).slice(0, chars - 2)}\u0000!`,
  }));
  const words = Array.from({ length: chars / 4 }, (_, at) =>
    [at, at * 7, at * 11].map((place) => letters[place % 26]).join(""),
  );
  return [...repeated, { name: "different words", text: words.join(" ").slice(0, chars) }];
}
