import { describe, expect, it, vi } from "vitest";
import type { TicketListResponse } from "../../../../protocol/admin.ts";
import { ticketRoutes } from "../../../../protocol/routes/tickets.ts";
import { fakeCall } from "../../../test/fake-call.ts";
import { seedTickets } from "../../../test/mock-tickets.ts";
import type { TicketQuery } from "../../api.ts";
import { ApiError } from "../../ui/api-call.ts";
import { createInboxStore } from "./inbox-store.ts";

const all = [...seedTickets().values()].map((detail) => detail.ticket);

function page(from: number, to: number): TicketListResponse {
  return { items: all.slice(from, to), next_cursor: to < all.length ? String(to) : null, counts: { needs_person: 4 } };
}

/** A server with a fixed response to every list request. */
function listing(listTickets: (query: TicketQuery) => Promise<TicketListResponse>) {
  return { call: fakeCall(ticketRoutes, { listTickets: ({ query }) => listTickets(query ?? {}) }) };
}

describe("the inbox list", () => {
  it("shows a view, then the next page without repeats", async () => {
    const queries: TicketQuery[] = [];
    const inbox = createInboxStore(
      listing((query) => {
        queries.push(query);
        return Promise.resolve(query.cursor ? page(3, 7) : page(0, 4));
      }),
    );
    await inbox.show({ view: "all", filter: {} });
    expect(inbox.items.value).toHaveLength(4);
    expect(inbox.hasMore.value).toBe(true);
    await inbox.loadMore();
    expect(inbox.items.value.map((ticket) => ticket.number)).toEqual(all.map((ticket) => ticket.number));
    expect(queries).toMatchObject([{ view: "all" }, { view: "all", cursor: "4" }]);
    expect(inbox.counts.value.needs_person).toBe(4);
  });

  it("has the longest wait first where somebody may wait, until another order is chosen", async () => {
    const queries: TicketQuery[] = [];
    const kept = new Map<string, string>();
    const storage = {
      get: (key: string) => kept.get(key) ?? null,
      set: (key: string, value: string) => void kept.set(key, value),
    };
    const listTickets = (query: TicketQuery) => {
      queries.push(query);
      return Promise.resolve(page(0, 7));
    };
    const inbox = createInboxStore(listing(listTickets), storage);
    await inbox.reload();
    await inbox.prefer("changed");
    await createInboxStore(listing(listTickets), storage).reload();
    await inbox.show({ view: "resolved", filter: {} });
    expect(queries.map(({ view, sort }) => [view, sort])).toEqual([
      ["needs_person", "waiting"],
      ["needs_person", "changed"],
      ["needs_person", "changed"],
      ["resolved", "changed"],
    ]);
  });

  it("shows the newest search even when an older one answers later", async () => {
    const answers = new Map<string, (value: TicketListResponse) => void>();
    const inbox = createInboxStore(listing((query) => new Promise((resolve) => answers.set(query.q ?? "", resolve))));
    const first = inbox.show({ view: "all", filter: {}, q: "a" });
    const second = inbox.show({ view: "all", filter: {}, q: "ab" });
    answers.get("ab")?.(page(0, 1));
    answers.get("a")?.(page(0, 7));
    await Promise.all([first, second]);
    expect(inbox.items.value).toHaveLength(1);
    expect(inbox.place.value.q).toBe("ab");
  });

  it("goes on through parts of the tickets in which a search finds nothing", async () => {
    const parts: Record<string, TicketListResponse> = {
      first: { items: all.slice(0, 1), next_cursor: "empty" },
      empty: { items: [], next_cursor: "second" },
      second: { items: all.slice(1, 2), next_cursor: "rest" },
    };
    const inbox = createInboxStore(listing(async ({ cursor }) => parts[cursor ?? "first"] ?? page(0, 0)));
    await inbox.show({ view: "all", filter: {}, q: "parcel" });
    await inbox.loadMore();
    expect(inbox.items.value.map((ticket) => ticket.id)).toEqual(all.slice(0, 2).map((ticket) => ticket.id));
    expect(inbox.hasMore.value).toBe(true);
    await inbox.reload();
    expect(inbox.items.value).toHaveLength(2);
  });

  it("keeps what is shown when a reload fails, and says so when there was nothing", async () => {
    let failing = true;
    const inbox = createInboxStore(
      listing(() =>
        failing ? Promise.reject(new ApiError("x", { status: 503, code: "unavailable" })) : Promise.resolve(page(0, 7)),
      ),
    );
    await inbox.show({ view: "all", filter: {} });
    expect(inbox.phase.value).toBe("failed");
    failing = false;
    await inbox.reload();
    failing = true;
    await inbox.reload();
    expect(inbox.phase.value).toBe("ready");
    expect(inbox.items.value).toHaveLength(7);
  });

  it("turns a burst of changes into one reload", async () => {
    vi.useFakeTimers();
    let reloads = 0;
    const inbox = createInboxStore(
      listing(() => {
        reloads += 1;
        return Promise.resolve(page(0, 7));
      }),
    );
    for (let n = 0; n < 20; n += 1) inbox.changed();
    await vi.advanceTimersByTimeAsync(500);
    expect(reloads).toBe(1);
    vi.useRealTimers();
  });

  it("reads a change later where many consoles are told of it, and its own at once", async () => {
    vi.useFakeTimers();
    const random = vi.spyOn(Math, "random").mockReturnValue(0.9);
    let reloads = 0;
    const inbox = createInboxStore(
      listing(() => {
        reloads += 1;
        return Promise.resolve(page(0, 7));
      }),
    );
    inbox.changed("t1", 200);
    await vi.advanceTimersByTimeAsync(2_800);
    expect(reloads).toBe(0);
    inbox.changed();
    await vi.advanceTimersByTimeAsync(250);
    expect(reloads).toBe(1);
    // That reload already included the change.
    await vi.advanceTimersByTimeAsync(5_000);
    expect(reloads).toBe(1);
    inbox.changed("t1", 3);
    await vi.advanceTimersByTimeAsync(250);
    expect(reloads).toBe(2);
    random.mockRestore();
    vi.useRealTimers();
  });
});
