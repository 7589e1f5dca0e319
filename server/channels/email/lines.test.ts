import { expect, it } from "vitest";
import type { Message } from "../../../protocol/messages.ts";
import { toLine } from "./lines.ts";
import { emailWords } from "./texts.ts";

it("names the sections that a message leads to, and not those below an answer", () => {
  const section = { chunk_id: "c", document_id: "d", title: "Refunds", heading: "Billing > When you cancel" };
  const message: Message = {
    id: "m",
    role: "assistant",
    content: "These may help:",
    citations: [],
    grade: null,
    cached: false,
    usage: null,
    created_at: "2026-03-01T10:00:00.000Z",
    related: [
      { ...section, text: "Nothing is paid out.", url: "https://docs.example/refunds" },
      { ...section, heading: null, text: "As said." },
    ],
  };
  const textOf = (more: Partial<Message>) => toLine({ ...message, ...more }, emailWords("en").words, "en").text;
  expect(textOf({})).toBe("These may help:\n\n- When you cancel (https://docs.example/refunds)\n- Refunds");
  expect(textOf({ related: [section] })).toBe("These may help:");
});
