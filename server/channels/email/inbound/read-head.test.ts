import { describe, expect, it } from "vitest";
import { cpuMs } from "../../../test/support/cost.ts";
import { headBytes, readHead } from "./read-head.ts";

const inbound = "replies@in.parley.example";
const [one, two] = ["1".repeat(32), "2".repeat(32)];
const addressOf = (token: string) => `replies+${token}@in.parley.example`;
const read = (head: string, envelope: string[] = []) => readHead(inbound, head, envelope);

describe("the head of a mail", () => {
  it("names the tickets that it was sent to, wherever that is written", () => {
    for (const head of [
      `To: "Shop" <${addressOf(one)}>\r\n\r\nHello`,
      `Subject: x\nTO:\n\tsomebody@else.example,\n ${addressOf(one).toUpperCase()}\n\nHello`,
      `To: list@else.example\r\nDelivered-To: ${addressOf(one)}\r\nCc: ${addressOf(two)}\r\n\r\n`,
      `X-Original-To: ${addressOf(one)}`,
    ])
      expect(read(head).tokens).toEqual([one]);
    expect(read(`To: <${addressOf(one)}>, ${addressOf(two)}\r\n\r\n`).tokens).toEqual([one, two]);
    expect(read(`To: ${addressOf(one)}\r\n\r\n`, [`<${addressOf(two)}>`]).tokens).toEqual([two]);
    // The body is not part of the head, and a header without recipients counts for nothing.
    expect(read(`Subject: ${addressOf(one)}\r\n\r\nTo: ${addressOf(one)}`).tokens).toEqual([]);
  });

  it("has the first Message-ID, on one line", () => {
    expect(read("Message-ID:\r\n <a@x>\r\nMessage-Id: <b@x>\r\n\r\n").messageId).toBe("<a@x>");
    for (const id of ["a@x", "<a b@x>", `<${"a".repeat(400)}>`, ""])
      expect(read(`Message-ID: ${id}\r\n\r\n`).messageId, id).toBeNull();
  });

  it("is read in the time of its length, whatever it holds", () => {
    const units = ["To: ", "a", "\n", "\r\n ", "<", "replies+", ",", `${addressOf(one)},`, "To:\n", ":"];
    for (const unit of units) {
      const head = `To: ${unit.repeat(headBytes / unit.length)}`;
      expect(
        cpuMs(() => read(head)),
        JSON.stringify(unit),
      ).toBeLessThan(500);
    }
  });
});
