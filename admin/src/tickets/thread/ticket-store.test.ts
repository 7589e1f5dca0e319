import { signal } from "@preact/signals";
import { describe, expect, it } from "vitest";
import type { TicketDetail } from "../../../../protocol/admin.ts";
import { ticketChangeRoutes } from "../../../../protocol/routes/ticket-changes.ts";
import { ticketRoutes } from "../../../../protocol/routes/tickets.ts";
import { fakeCall } from "../../../test/fake-call.ts";
import { message, uuid } from "../../../test/mock-data.ts";
import { seedTickets } from "../../../test/mock-tickets.ts";
import { ApiError } from "../../ui/api-call.ts";
import type { LiveState, LiveStreamOptions } from "../../ui/live-stream.ts";
import { createTicketStore } from "./ticket-store.ts";

function setup() {
  const server = { tickets: seedTickets(), reads: 0, streams: [] as LiveStreamOptions[], closed: 0 };
  const failedHints: number[] = [];
  const shown = ({ id }: { id: string | number }) => Promise.resolve(server.tickets.get(String(id)) as TicketDetail);
  const store = createTicketStore(
    {
      call: fakeCall(
        { ...ticketRoutes, ...ticketChangeRoutes },
        {
          readTicket({ id }) {
            server.reads += 1;
            const detail = server.tickets.get(String(id));
            if (!detail) return Promise.reject(new ApiError("x", { status: 404, code: "not_found" }));
            return Promise.resolve(structuredClone(detail));
          },
          takeTicket: shown,
          approveDraft: shown,
          hintTicket: shown,
          resolveTicket: shown,
          endAsSpam: shown,
          handBackTicket: () =>
            Promise.reject(new ApiError("Being answered right now.", { status: 409, code: "conflict" })),
        },
      ),
      ticketEvents: () => Promise.reject(new Error("unused")),
    },
    {
      openStream(options) {
        server.streams.push(options);
        const close = () => {
          server.closed += 1;
        };
        return { state: signal<LiveState>("live"), close };
      },
      onHintFailed: ({ number }) => void failedHints.push(number),
    },
  );
  const emit = (event: Record<string, unknown>) =>
    server.streams.at(-1)?.onEvent({
      id: "1",
      event: undefined,
      data: JSON.stringify({ turn_id: "t", event_id: "e", created_at: new Date().toISOString(), ...event }),
    });
  const thread = () => (store.state.value.type === "ready" ? store.state.value.thread : null);
  return { server, store, emit, thread, failedHints };
}

describe("a hint", () => {
  it("that did not help is told once, and one that did is not", async () => {
    const { server, store, failedHints } = setup();
    const detail = server.tickets.get(uuid(42)) as TicketDetail;
    const turn = (owner: "assistant" | "human") => {
      server.tickets.set(uuid(42), { ...detail, ticket: { ...detail.ticket, owner } });
    };
    await store.open(uuid(42));
    turn("assistant");
    await store.hint("Look at the returns page.");
    expect(failedHints).toEqual([]);
    turn("human");
    for (let reads = 0; reads < 2; reads++) {
      store.changed();
      const before = server.reads;
      await expect.poll(() => server.reads).toBe(before + 1);
    }
    await expect.poll(() => failedHints).toEqual([detail.ticket.number]);
    const answered = { ...detail.ticket, owner: "assistant" as const, escalation_reason: null };
    server.tickets.set(uuid(42), { ...detail, ticket: answered });
    await store.hint("Look at the returns page.");
    turn("human");
    store.changed();
    const before = server.reads;
    await expect.poll(() => server.reads).toBe(before + 1);
    expect(failedHints).toHaveLength(1);
  });
});

describe("the open ticket", () => {
  it("is read, then followed from the snapshot's sequence on", async () => {
    const { server, store, emit, thread } = setup();
    await store.open(uuid(42));
    expect(server.streams[0]?.startAfter).toBe("4");
    emit({ type: "message", sequence: 5, message: message(60, "visitor", "More", 0) });
    expect(thread()?.detail.messages.at(-1)?.content).toBe("More");
  });

  it("holds one feed however often tickets are changed or the tab is hidden", async () => {
    const { server, store } = setup();
    await Promise.all([store.open(uuid(42)), store.open(uuid(43)), store.open(uuid(42))]);
    await store.open(uuid(44));
    store.pause();
    await Promise.all([store.resume(), store.resume()]);
    await store.resume();
    expect(server.streams.length - server.closed).toBe(1);
    store.close();
    expect(server.streams.length - server.closed).toBe(0);
  });

  it("shows a ticket visited before at once and refreshes it", async () => {
    const { server, store, thread } = setup();
    await store.open(uuid(42));
    await store.open(uuid(43));
    const reads = server.reads;
    const opening = store.open(uuid(42));
    expect(thread()?.detail.ticket.number).toBe(1042);
    await opening;
    expect(server.reads).toBe(reads + 1);
  });

  it("says when it does not exist", async () => {
    const { store } = setup();
    await store.open(uuid(9999));
    expect(store.state.value).toMatchObject({ type: "failed", missing: true });
  });

  it("ignores frames that are no events", async () => {
    const { server, store, thread } = setup();
    await store.open(uuid(42));
    const before = thread();
    const strange = { event_id: "e", turn_id: null, sequence: 5, created_at: "x" };
    const unknown = ["future", "constructor", "toString"].map((type) => JSON.stringify({ ...strange, type }));
    const broken = ["message", "token", "owner", "escalation"].map((type) => JSON.stringify({ ...strange, type }));
    for (const data of ["", "null", "[1]", "{}", "not json", ...unknown, ...broken])
      server.streams[0]?.onEvent({ id: "1", event: undefined, data });
    expect(thread()).toBe(before);
  });

  it("goes on after an event that only a newer server knows, and reads what that may have changed", async () => {
    const { server, store, emit, thread } = setup();
    await store.open(uuid(42));
    const reads = server.reads;
    emit({ type: "future", sequence: 5, anything: [1] });
    emit({ type: "escalation", sequence: 6, ticket_number: 1042, reason: "a_new_reason", content: "x", more: true });
    emit({ type: "owner", sequence: 7, owner: "human", status: "a_new_status", more: {} });
    expect(thread()?.detail.ticket).toMatchObject({ escalation_reason: "a_new_reason", status: "a_new_status" });
    await expect.poll(() => server.reads).toBe(reads + 1);
  });

  it("reads the newest state after a refused change and says why", async () => {
    const { server, store } = setup();
    await store.open(uuid(42));
    const reads = server.reads;
    expect(await store.act("handBack")).toBe("Being answered right now.");
    await expect.poll(() => server.reads).toBe(reads + 1);
  });
});
