import type { MessageItem } from "../src/view/state.ts";

/** A message as an element gets it. */
export function messageItem(more: Partial<MessageItem> = {}): MessageItem {
  return {
    kind: "message",
    key: "m1",
    id: "m1",
    turnId: null,
    role: "assistant",
    content: "Hello",
    citations: [],
    grade: null,
    agent: null,
    createdAt: "2026-03-01T10:24:00.000Z",
    order: 1,
    state: "settled",
    ...more,
  };
}
