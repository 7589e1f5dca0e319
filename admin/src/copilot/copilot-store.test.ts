import { expect, it, onTestFinished, vi } from "vitest";
import type { CopilotConversation, CopilotMessage } from "../../../protocol/copilot-conversations.ts";
import { copilotRoutes } from "../../../protocol/routes/copilot.ts";
import { fakeCall } from "../../test/fake-call.ts";
import type { Api } from "../api.ts";
import { copilotStoreOf } from "./copilot-store.ts";

const at = "2026-01-01T00:00:00.000Z";

function conversation(state: CopilotMessage["state"]): CopilotConversation {
  const answer: CopilotMessage = {
    id: "2",
    seq: 2,
    role: "copilot",
    content: "",
    mentions: {},
    attached: null,
    state,
    action: null,
    questions: [],
    body: null,
    judged: {},
    usage: null,
    merged_from: null,
    brought_back: [],
    created_at: at,
  };
  return {
    id: "1",
    title: "",
    ticket_id: null,
    ticket_number: null,
    parent_id: null,
    context_kind: null,
    is_closed: false,
    is_archived: false,
    created_at: at,
    updated_at: at,
    trail: [],
    context: null,
    branches: 0,
    messages: [answer],
  };
}

it("a first message begins its conversation in one step, also where it could not be sent at once", async () => {
  const begun: unknown[] = [];
  let isDown = true;
  const call = fakeCall(copilotRoutes, {
    listCopilotConversations: () => Promise.resolve({ items: [], next_cursor: null }),
    beginCopilotConversation: ({ body }) => {
      begun.push(body);
      return isDown ? Promise.reject(new Error("no connection")) : Promise.resolve(conversation("done"));
    },
  });
  // The store uses nothing else of the API here.
  const store = copilotStoreOf({ call } as unknown as Api);
  const message = { id: "1", text: "How long?", mentions: {} };
  expect(await store.send(null, message)).toHaveProperty("problem");
  isDown = false;
  expect(await store.send(null, message)).toEqual({ done: "1" });
  expect(begun).toEqual([{ message }, { message }]);
});

it("shows each status for 300 ms, also where several come at once, and then what came of the run", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let state: "running" | "done" = "running";
  const call = fakeCall(copilotRoutes, {
    listCopilotConversations: () => Promise.resolve({ items: [], next_cursor: null }),
    readCopilotConversation: () => Promise.resolve(conversation(state)),
  });
  const store = copilotStoreOf({ call } as unknown as Api);
  await store.open("1");
  state = "done";
  for (const status of ["Understanding the message", "Searching the web for VAT", null]) store.heard("1", status);
  expect(store.status.value).toBe("Understanding the message");
  await vi.advanceTimersByTimeAsync(299);
  expect(store.status.value).toBe("Understanding the message");
  await vi.advanceTimersByTimeAsync(1);
  expect(store.status.value).toBe("Searching the web for VAT");
  await vi.advanceTimersByTimeAsync(300);
  expect(store.status.value).toBeNull();
  expect(store.conversation.state.value).toMatchObject({ value: { messages: [{ state: "done" }] } });
});
