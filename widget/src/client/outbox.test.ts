import { describe, expect, it } from "vitest";
import { ApiError } from "./api.ts";
import { Outbox } from "./outbox.ts";

function setUp(answers: Record<string, (ApiError | undefined)[]> = {}) {
  const log: string[] = [];
  const stored = new Set<string>();
  const state = { isReady: true };
  const outbox = new Outbox({
    send: async (id) => {
      log.push(`send ${id}`);
      const error = answers[id]?.shift();
      if (error) throw error;
    },
    isReady: () => state.isReady,
    isStored: (id) => stored.has(id),
    onSending: () => undefined,
    onWaiting: (id) => void log.push(`waiting ${id}`),
    onFailed: (id, error) => void log.push(`failed ${id} ${error.code}`),
    onSessionOver: () => void log.push("session over"),
  });
  return { log, stored, state, outbox };
}

const network = () => new ApiError("network", 0);

describe("the outbox", () => {
  it("sends in the order of writing, one at a time", async () => {
    const { log, outbox } = setUp();
    for (const id of ["a", "b", "c"]) outbox.add(id);
    await expect.poll(() => log).toEqual(["send a", "send b", "send c"]);
  });

  it("keeps everything while there is no connection and sends it afterwards", async () => {
    const { log, outbox } = setUp({ a: [network()] });
    outbox.add("a");
    outbox.add("b");
    await expect.poll(() => log).toEqual(["send a", "waiting a", "waiting b"]);
    await outbox.flush();
    expect(log.slice(3)).toEqual(["send a", "send b"]);
  });

  it("does not send again what the live feed brought back meanwhile", async () => {
    const { log, stored, outbox } = setUp({ a: [network()] });
    outbox.add("a");
    await expect.poll(() => log).toContain("waiting a");
    stored.add("a");
    await outbox.flush();
    expect(log.filter((line) => line === "send a")).toHaveLength(1);
  });

  it("sends a stored message again when that is asked for", async () => {
    const { log, stored, outbox } = setUp();
    stored.add("a");
    outbox.add("a", true);
    await expect.poll(() => log).toEqual(["send a"]);
  });

  it("lets a refused message go and goes on with the next", async () => {
    const { log, outbox } = setUp({ a: [new ApiError("rate_limited", 429, 5)] });
    outbox.add("a");
    outbox.add("b");
    await expect.poll(() => log).toEqual(["send a", "failed a rate_limited", "send b"]);
  });

  it("keeps a message for the next session when the present one is over", async () => {
    const { log, outbox } = setUp({ a: [new ApiError("unauthorized", 401)] });
    outbox.add("a");
    await expect.poll(() => log).toEqual(["send a", "waiting a", "session over"]);
    await outbox.flush();
    expect(log.at(-1)).toBe("send a");
  });
});
