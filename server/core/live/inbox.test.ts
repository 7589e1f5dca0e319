import { describe, expect, it } from "vitest";
import { newId } from "../ids.ts";
import type { HubEntry } from "./hub.ts";
import { createInbox } from "./inbox.ts";

const token = (content: string, position: number): HubEntry => ({
  position,
  stored: false,
  event: { type: "token", content, event_id: newId(), turn_id: newId(), sequence: 1, created_at: "" },
});

describe("an inbox told that something may be missing", () => {
  it("gives what nobody else remembers first, and leaves the rest to be read again in its order", async () => {
    const inbox = createInbox(new AbortController().signal);
    const [before, after] = [token("You", 0), token(" can", 0)];
    inbox.push(before);
    inbox.push(token("heard after a gap", 7));
    inbox.push(null);
    inbox.push(after);
    inbox.push(token("heard too early", 8));
    expect(await inbox.take()).toEqual([before, after]);
    expect(await inbox.take()).toBe("missed");
    inbox.push(token("live again", 9));
    expect(await inbox.take()).toMatchObject([{ position: 9 }]);
  });

  it("holds no more for that than for anything else", async () => {
    const inbox = createInbox(new AbortController().signal);
    inbox.push(null);
    for (let each = 0; each < 60; each += 1) inbox.push(token("x".repeat(1024), 0));
    expect(await inbox.take()).toBe("missed");
    inbox.push(token("on", 0));
    expect(await inbox.take()).toHaveLength(1);
  });
});
