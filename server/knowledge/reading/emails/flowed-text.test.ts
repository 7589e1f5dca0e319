import { expect, it } from "vitest";
import { readEmail } from "./read-email.ts";

const hints = { inbound: "replies@in.example", tokens: [], addresses: ["support@in.example"], names: [] };

async function read(type: string, ...lines: string[]) {
  const head = `From: Ada <ada@mail.example>\r\nSubject: Re: Tent\r\nContent-Type: text/plain; charset=utf-8; ${type}`;
  const bytes = Buffer.from([head, "", ...lines, ""].join("\r\n"));
  return (await readEmail({ bytes, isJson: false, hints, limits: { emailLines: 1_000 } })).reading;
}

it("joins the lines of a paragraph, and no answer to the quoted line above it", async () => {
  const { text, folded } = await read(
    "format=flowed",
    "On 3 Feb 2026, Shop wrote:",
    "> Which tent ",
    "> is it? ",
    "The one for ",
    "two people.",
    " > 5 kg",
    "-- ",
    "Ada",
  );
  expect(text).toBe("The one for two people.\n > 5 kg");
  expect(folded).toContain("> Which tent is it?");
  expect(folded).toContain("Ada");
});

it("joins words without a space where the program says so", async () => {
  const { text } = await read('delsp=yes; format="flowed"', "テントは ", "二人用です。", "Two  ", "words.");
  expect(text).toBe("テントは二人用です。\nTwo words.");
});
