import { expect, it } from "vitest";
import type { PlaygroundMessage } from "../../../protocol/playground.ts";
import { toKeep } from "./to-keep.ts";

const said = (id: string, role: PlaygroundMessage["role"], content: string): PlaygroundMessage => ({
  id,
  role,
  content,
  is_given: false,
  state: "done",
  draft: {},
  result: null,
  created_at: "2026-03-02T09:30:00.000Z",
});
const messages = [
  said("1", "visitor", "Do you ship to Spain?"),
  said("2", "assistant", "Yes."),
  said("3", "visitor", "How long does it take?"),
  said("4", "assistant", "Two days [1]."),
  said("5", "visitor", "Later words"),
];
const citation = (document_id: string, title: string) => ({
  index: 1,
  chunk_id: "c",
  title,
  quote: "two days",
  document_id,
});

it("keeps a question with the words before it, who answered, and each document that was cited", () => {
  const citations = [citation("d1", "Shipping"), citation("d1", "Shipping"), citation("d2", "Spain")];
  const result = { outcome: "answered" as const, citations: citations as never };
  expect(toKeep({ run: { messages, ticket_id: "t1" }, message: { id: "4" }, result, asked: "How long?" })).toEqual({
    question: "How long?",
    history: [
      { role: "visitor", content: "Do you ship to Spain?" },
      { role: "assistant", content: "Yes." },
    ],
    origin: "playground",
    ticket_id: "t1",
    expected: { outcome: "answered", must_cite: ["d1", "d2"] },
    titles: { d1: "Shipping", d2: "Spain" },
  });
});

it("expects a person where a person was asked, and nothing to be cited", () => {
  const result = { outcome: "escalated" as const, citations: [citation("d1", "Shipping")] as never };
  const run = { messages: messages.slice(0, 2), ticket_id: null };
  expect(toKeep({ run, message: { id: "2" }, result, asked: "Do you ship?" })).toMatchObject({
    origin: "playground",
    expected: { outcome: "escalated" },
  });
});
