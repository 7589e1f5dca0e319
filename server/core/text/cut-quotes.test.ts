import { describe, expect, test } from "vitest";
import { cutQuotes } from "./cut-quotes.ts";

const reply = "Thank you, that worked.\nOne more thing: can I pay by invoice?";

const quotes: [string, string][] = [
  ["our own mark", "> ##- Please write your reply above this line -##\n>\n> Ada, 3 Feb\n> Try this."],
  [
    "our own mark below an attribution",
    "On Tue, 3 Feb 2026 at 14:05 Shop <reply+x@in.example> wrote:\n\n> ##- Please write your reply above this line -##\n> Try",
  ],
  ["Gmail", "On Tue, 3 Feb 2026 at 14:05 Shop <a@b.example> wrote:\n> Try this."],
  [
    "Gmail over two lines",
    "On Tue, 3 Feb 2026 at 14:05 The Shop of Käse und Wein\n<reply+0123456789@in.example> wrote:\n> Try this.",
  ],
  ["Apple Mail in German", "Am 03.02.2026 um 14:05 schrieb Shop <a@b.example>:\n\n> Try this."],
  ["Thunderbird in French", "Le 03/02/2026 à 14:05, Shop a écrit :\n> Try this."],
  ["Gmail with a no-break space", "On Tue, 3 Feb 2026 at 14:05\u202fPM Shop <a@b.example> wrote:\n> Try this."],
  ["Spanish", "El mar, 3 feb 2026 a las 14:05, Shop (<a@b.example>) escribió:\n> Try this."],
  ["Japanese", "2026年2月3日(火) 14:05 Shop <a@b.example>のメッセージ:\n> Try this."],
  ["Chinese", "在 2026年2月3日，14:05，Shop <a@b.example> 写道：\n> Try this."],
  ["Arabic", "في الثلاثاء، 3 فبراير 2026 كتب Shop <a@b.example>:\n> Try this."],
  [
    "Outlook",
    "________________________________\nFrom: Shop <a@b.example>\nSent: Tuesday, February 3, 2026 2:05 PM\nTo: me\nSubject: x\n\nTry this.",
  ],
  [
    "Outlook in German",
    "Von: Shop <a@b.example>\nGesendet: Dienstag, 3. Februar 2026 14:05\nAn: ich\nBetreff: x\n\nTry this.",
  ],
  ["old Outlook", "-----Original Message-----\nFrom: Shop\nTry this."],
  ["nothing but quoted lines", "> Ada, 3 Feb\n> Try this."],
  ["a signature", "-- \nGrace Hopper\nUSN"],
  ["a telephone", "Sent from my iPhone\n\nOn 3 Feb 2026, at 14:05, Shop <a@b.example> wrote:\n> Try this."],
];

describe("a reply", () => {
  test.each(quotes)("is told from what %s puts below it", (_name, quote) => {
    expect(cutQuotes(`${reply}\n\n${quote}\n`)).toBe(reply);
    expect(cutQuotes(`${reply}\r\n\r\n${quote}`.replace(/\r\n/g, "\n"))).toBe(reply);
  });

  test("that stands below what it answers, or between, is found there", () => {
    expect(cutQuotes("On Tue, 3 Feb 2026 at 14:05 Shop <a@b.example> wrote:\n> Try this.\n\nThat worked.")).toBe(
      "That worked.",
    );
    expect(
      cutQuotes("On 3 Feb 2026, Shop <a@b.example> wrote:\n> Is it on?\nYes.\n> And warm?\nNo, cold.\n> Ada"),
    ).toBe("Yes.\nNo, cold.");
  });

  test("keeps words that only look like a quote", () => {
    const said =
      "On Monday I wrote to you: nothing came.\nFrom: is the field that stays empty.\nIt shows > 5 and\n> is the sign I mean, in the middle";
    expect(cutQuotes(`${said}.\nThe end`)).toBe(`${said}.\nThe end`);
    expect(cutQuotes("From: Paris to Rome, what does it cost?")).toBe("From: Paris to Rome, what does it cost?");
  });

  test("of quotes alone is kept whole: nothing is lost", () => {
    expect(cutQuotes("> Try this.\n> Ada")).toBe("> Try this.\n> Ada");
    expect(cutQuotes("")).toBe("");
  });

  test("is read in the time of its length, whatever stands in it", () => {
    const hostile = [
      `On ${"a ".repeat(100_000)}`,
      `${"On a b c wrot\n".repeat(15_000)}`,
      `${"> ".repeat(100_000)}`,
      `${"From: a\n".repeat(25_000)}`,
      `在${"写".repeat(200_000)}`,
      "-".repeat(200_000),
      `${"_ ".repeat(100_000)}`,
    ];
    const time = (text: string) => {
      const from = performance.now();
      cutQuotes(text);
      return performance.now() - from;
    };
    const plain = time(`${"Just a line of plain words.\n".repeat(7_000)}`);
    for (const text of hostile) expect(time(text)).toBeLessThan(Math.max(plain * 40, 1_500));
  });
});
