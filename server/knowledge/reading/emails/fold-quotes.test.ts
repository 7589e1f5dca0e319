import { describe, expect, test } from "vitest";
import { cpuMs } from "../../../test/support/cost.ts";
import { foldQuotes } from "./fold-quotes.ts";
import type { QuoteFacts } from "./quote-signs.ts";

const own = `replies+${"a1".repeat(16)}@in.example`;
const facts: QuoteFacts = {
  addresses: ["support@parley.example", "replies@in.example"],
  names: ["Fjord Shop"],
  secrets: [own],
  subject: "Re: Your tent",
  from: "ada@mail.example",
  hasFiles: false,
};
const reply = "Thank you, that worked.\nOne more thing: can I pay by invoice?";
const quoted = "> Which tent is it?\n> Fjord Shop";
const wordsOf = (text: string) => text.split(/[\s>]+/).filter(Boolean);

/** Introductions as the mail programs write them, with the address of the ticket. */
const introductions = [
  `On Tue, 3 Feb 2026 at 14:05, Fjord Shop <${own}> wrote:`,
  `Am 03.02.2026 um 14:05 schrieb Fjord Shop <${own}>:`,
  `Le mar. 3 févr. 2026 à 14:05, Fjord Shop <${own}> a écrit :`,
  `El mar, 3 feb 2026 a las 14:05, Fjord Shop (<${own}>) escribió:`,
  `3 Şub 2026 Sal, 14:05 tarihinde Fjord Shop <${own}> şunu yazdı:`,
  `út 3. 2. 2026 v 14:05 odesílatel Fjord Shop <${own}> napsal:`,
  `Fjord Shop <${own}> ezt írta (időpont: 2026. febr. 3., K, 14:05):`,
  `ti 3. helmik. 2026 klo 14.05 Fjord Shop <${own}> kirjoitti:`,
  `Στις Τρί 3 Φεβ 2026 στις 2:05 μ.μ., ο χρήστης Fjord Shop <${own}> έγραψε:`,
  `2026年2月3日(火) 14:05 Fjord Shop <${own}>:`,
  `Fjord Shop <${own}> 于2026年2月3日周二 14:05写道：`,
  `2026년 2월 3일 (화) 오후 2:05, Fjord Shop <${own}>님이 작성:`,
  `في الثلاثاء، ٣ فبراير ٢٠٢٦ في ٢:٠٥ م كتب Fjord Shop <\u202a${own}\u202c>:`,
  `\u202bבתאריך יום ג׳, 3 בפבר׳ 2026 ב-14:05 מאת \u202aFjord Shop\u202c\u200f <\u202a${own}\u202c\u200f>:\u202c`,
  `Vào Th 3, 3 thg 2, 2026 vào lúc 14:05 Fjord Shop <${own}> đã viết:`,
];

/** Outlook's block, without any address: known by the subject and the date, or by the tenant's name. */
const blocks = [
  "From: Fjord Shop\nSent: Tuesday, February 3, 2026 2:05 PM\nTo: Ada\nSubject: Your tent",
  `*From:* Fjord Shop\n<${own}>\n*Sent:* Tuesday, February 3, 2026 2:05 PM\n*To:* Ada`,
  "Von: Fjord Shop\nGesendet: Dienstag, 3. Februar 2026 14:05\nAn: Ada\nBetreff: AW: Your tent",
  "差出人: フィヨルド\n送信日時: 2026年2月3日 14:05\n宛先: Ada\n件名: Re: Your tent",
  "Kimden: Fjord\nGönderildi: 3 Şubat 2026 Salı 14:05\nKime: Ada\nKonu: Ynt: Your tent",
  "Від: Fjord\nНадіслано: вівторок, 3 лютого 2026 р. 14:05\nКому: Ada\nТема: Re: Your tent",
  `发件人: Fjord <${own}>\n发送时间: 2026年2月3日\n收件人: Ada\n主题: x`,
];

const signatures = [
  "-- \nGrace Hopper\nUSN\n+1 202 555 0100",
  "Sent from my iPhone",
  "Sent from my Galaxy S23",
  "Von meinem iPhone gesendet",
  "Gesendet von Outlook für Android<https://aka.ms/AAb9ysg>",
  "Inviato da iPad",
  "iPhoneから送信",
  "从我的iPhone发送",
  "나의 iPhone에서 보냄",
  "Отправлено с iPhone",
  "Wysłane z iPhone'a",
  "iPhone'umdan gönderildi",
  "أُرسلت من الـ iPhone",
  "Lähetetty iPhonesta",
  "Skickat från Outlook för iOS",
  "Sent from Mail for Windows 10",
  "--\nDiese Nachricht wurde von meinem Android-Mobiltelefon mit K-9 Mail gesendet.",
  "-- \n\n____________\n\nThis message is for its addressee. Delete it when it is not for you.\n\nFjord, 0123 Bergen",
  "_____\nGrace Hopper\nUSN\ngrace@usn.example",
  "——————\nGrace Hopper\n+1 202 555 0100",
  "__\ntents mailing list\nhttps://lists.tents.example/tents",
];

describe("a reply", () => {
  test.each(introductions)("is told from the quote below %s", (introduction) => {
    for (const below of [quoted, "Which tent is it?\nFjord Shop"]) {
      const text = `${reply}\n\n${introduction}\n\n${below}\n`;
      const read = foldQuotes(text, facts);
      expect(read.text).toBe(reply);
      expect(wordsOf(read.folded ?? "")).toEqual(wordsOf(`${introduction}\n${below}`));
    }
  });

  test.each(blocks)("is told from the quote below %s", (block) => {
    // Nobody writes a rule above a list of their own.
    for (const rule of ["", "________________________________\n", "-----Original Message-----\n"])
      expect(foldQuotes(`${reply}\n\n${rule}${block}\n\nWhich tent is it?`, facts).text).toBe(reply);
  });

  test.each(signatures)("is told from the signature %s", (signature) => {
    const read = foldQuotes(`${reply}\n\n${signature}\n\n${introductions[0]}\n${quoted}`, facts);
    expect(read.text).toBe(reply);
    expect(read.folded).toContain(signature.split("\n").at(-1));
  });

  test("has wrapped introductions and our own mark below it", () => {
    const mark = "##- Please write your reply above this line -##";
    const wrapped = `On Tue, 3 Feb 2026 at 14:05 The Shop of Käse und Wein\n<${own}> wrote:`;
    for (const quote of [
      `> ${mark}\n>\n> Ada, 3 Feb`,
      `${mark}\nAda, 3 Feb`,
      `${wrapped}\n> Try this.`,
      `${wrapped}\n\nTry this.`,
      "On Tue, 3 Feb 2026 at 14:05 Shop <a@b.example> wrote:\n> Try this.",
      "Le 03/02/2026 à 14:05, Shop a écrit :\n> Try this.",
      "-----Original Message-----\nFrom: Shop\nTry this.",
      "*-------- Original Message --------*\n\nTry this.",
      "Fjord Shop <a@b.example> wrote:\n> Try this.",
      `Fjord Shop <${own}> schrieb am Di., 3.\nFeb. 2026 um 14:05 Uhr:\n\n> Try this.`,
      `2026/2/3 Fjord Shop <${own}>\n\n| Try this.`,
      "On Tue, 3 Feb 2026 14:05:43 -0200 Fjord Shop <support@parley.example> wrote\n\nTry this.",
      "On Tue, 3 Feb 2026, at 14:05, fjord wrote:\n\nTry this.",
      `====\n\nFrom: Fjord Shop\n<${own}>\nSent: 3 Feb 2026 14:05\nTo: Ada\n\nTry this.`,
      "--- On Tue, 3/2/26, f@b.example <f@b.example> wrote:\n\n\nFrom: Fjord\nSubject: Your tent\nDate: 3 Feb 2026, 14:05\n\nTry this.",
      "________________________________\nFrom: Fjord\nSent: 3 Feb 2026 14:05\nTo: support@parley.example\nSubject: other\n\nTry this.",
      "> Pull the cord beside the upper left corner until it is tight, and then turn\nit twice to the left.\n> Ada",
      "> Ada, 3 Feb\n> Try this.",
    ])
      expect(foldQuotes(`${reply}\n\n${quote}`, facts).text, quote).toBe(reply);
  });

  test("that stands below what it answers, or between, is found there", () => {
    const below = foldQuotes(`${introductions[0]}\n> Try this.\n\nThat worked.`, facts);
    expect(below.text).toBe("That worked.");
    const text = `${introductions[0]}\n> Is it on?\nYes.\n> And warm?\nNo, cold.\n> Ada`;
    const between = foldQuotes(text, facts);
    expect(between).toEqual({ text: "Yes.\nNo, cold.", folded: text });
  });
});

describe("the sender's own words", () => {
  test.each([
    "I would like to change my trip:\n\nFrom: Hamburg\nTo: Bergen\nDate: 12 June 2026, 9:30\n\nIs there a fee?",
    "First?\n\n____\n\nSecond?\n\n—\n\nThird?\n\n***\n\nFourth?\n\n-----\n\nFifth?",
    "First question?\n\n--\n\nSecond question?",
    "On Monday I wrote to you: nothing came.\nFrom: is the field that stays empty.\nIt shows > 5 and\n> is the sign I mean.\nThe end",
    "The box says:\n> E-204: pump blocked\nI cleaned it on 3 Feb 2026 at 14:05. And now?",
    "The message is:\n\n> E-204: pump blocked",
    "Which one do I need?\n\nIt is the iPhone 15.",
    "Name: Ada\nStreet: Hill 1\nCity: Bergen\nPhone: 123",
    "Best regards\nAda",
    "Name: Ada\nE-Mail: ada@mail.example\nShop: Fjord Shop\nOrdered: 3 Feb 2026, 14:05\n\nWhere is it?",
    "On 3 Feb 2026 at 14:05 I got this from Shop <orders@shop.example>:\n\n1 x tent",
    "My order of 3 Feb 2026, 14:05 at Fjord Shop:\n2 tents",
    "It happens here:\n\nOutlook on Windows",
    'On 3 Feb you wrote:\n"Send a picture"\nHere it is.',
    "It is better here.\n\nSent from my desk, it is quieter than the shop.",
    "What I need:\n\n____\n2 tents https://shop.example/tent\n1 stove https://shop.example/stove",
    "I see.\n> Is it on?\nyes, since 3 Feb\n\nAnd now?",
  ])("stay: %s", (text) => {
    expect(foldQuotes(text, facts)).toEqual({ text, folded: null });
    const read = foldQuotes(`${text}\n\n${introductions[4]}\n\n${quoted}`, facts);
    expect(read.text).toBe(text);
  });

  test.each([
    [
      "Fwd: Order 55",
      "---------- Forwarded message ---------\nFrom: Shop <orders@shop.example>\nDate: Mon, 2 Feb 2026 at 18:40\nSubject: Order 55\nTo: <ada@mail.example>\n\n1 x tent",
    ],
    [
      "WG: Order 55",
      "Von: Shop <orders@shop.example>\nGesendet: Montag, 2. Februar 2026 18:40\nAn: Ada <ada@mail.example>\nBetreff: Order 55\n\n1 x tent",
    ],
    [
      "Fwd: Order 55",
      "Begin forwarded message:\n\n> From: Shop <orders@shop.example>\n> Subject: Order 55\n> Date: 2 February 2026 at 18:40:00 CET\n> To: ada@mail.example\n>\n> 1 x tent",
    ],
    [
      "转发: Order 55",
      "发件人: Shop <orders@shop.example>\n发送时间: 2026年2月2日 18:40\n收件人: Ada <ada@mail.example>\n主题: Order 55\n\n1 x tent",
    ],
    [
      "Re: Your tent",
      "See what they wrote:\n\nFrom: Shop <orders@shop.example>\nDate: Mon, 2 Feb 2026 at 18:40\nSubject: Order 55\n\n1 x tent",
    ],
  ])("include what they forward (%s)", (subject, forwarded) => {
    const text = `Please look at this.\n\n${forwarded}`;
    expect(foldQuotes(text, { ...facts, subject })).toEqual({ text, folded: null });
  });

  test("are everything when nothing else is there, except beside a file", () => {
    expect(foldQuotes("> Try this.\n> Ada", facts)).toEqual({ text: "> Try this.\n> Ada", folded: null });
    expect(foldQuotes("", facts)).toEqual({ text: "", folded: null });
    expect(foldQuotes("Sent from my iPhone", { ...facts, hasFiles: true })).toEqual({
      text: "",
      folded: "Sent from my iPhone",
    });
  });
});

test("a text is read in the time of its length, whatever stands in it", () => {
  const hostile = [
    `On ${"a ".repeat(100_000)}`,
    "On a b c wrot\n".repeat(15_000),
    "On 3 Feb 2026 14:05 a <a@b.c> wrote\n".repeat(6_000),
    "On 3 Feb 2026 14:05 a wrote:\n".repeat(7_000),
    "> ".repeat(100_000),
    "From: a\n".repeat(25_000),
    "From: 2026 14:05\n".repeat(12_000),
    `在${"写".repeat(200_000)}`,
    "-".repeat(200_000),
    "--\n".repeat(66_000),
    "-- 2026 a -\n".repeat(16_000),
    "_ ".repeat(100_000),
    `${own}\n`.repeat(4_000),
  ];
  for (const text of hostile)
    expect(
      cpuMs(() => foldQuotes(text, facts)),
      text.slice(0, 40),
    ).toBeLessThan(3_000);
});
