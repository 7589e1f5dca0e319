import { expect, it } from "vitest";
import { cpuMs } from "../../test/support/cost.ts";
import { readPostmark } from "./read-postmark.ts";

const read = (json: unknown, headBytes = 1_000) =>
  readPostmark(Buffer.from(typeof json === "string" ? json : JSON.stringify(json)), headBytes);

it("finds the mail's beginning and its recipient in the JSON of a webhook", () => {
  const RawEmail = 'To: "A\\B" <a@b.example>\r\nSubject: ü\u2028 😀\r\n\r\n"RawEmail":"x","OriginalRecipient":"evil@x"';
  const found = read({
    TextBody: '"RawEmail": "no"',
    Headers: [{ Name: "RawEmail", Value: ":" }],
    RawEmail,
    OriginalRecipient: "a+1@b.example",
  });
  expect(Buffer.from(found.head, "latin1").toString()).toBe(RawEmail);
  expect(found.recipient).toBe("a+1@b.example");
  expect(read({ RawEmail }).recipient).toBeUndefined();
  expect(read('{ "RawEmail" : "To: x\\u000d\\u000a" }').head).toBe("To: x\r\n");
  // Cut off within an escape.
  expect(read('{"RawEmail":"ab\\u000d\\u000a"}', 10).head).toBe("ab\r");
});

it("refuses JSON without a mail", () => {
  for (const json of ["", "{}", '{"RawEmail":""}', '{"RawEmail":1}', '{"Other":"RawEmail"}', "["])
    expect(() => read(json), json).toThrow(/message\/rfc822/);
});

it("costs little however large the mail is", () => {
  const body = Buffer.from(
    JSON.stringify({
      Headers: Array.from({ length: 5_000 }, () => ({ Name: "RawEmail" })),
      RawEmail: '"\\\n'.repeat(3_000_000),
    }),
  );
  expect(cpuMs(() => readPostmark(body, 256 * 1024))).toBeLessThan(500);
});
