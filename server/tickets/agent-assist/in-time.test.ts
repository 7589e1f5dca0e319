import { describe, expect, it } from "vitest";
import { ModelFailure } from "../../assistant/model-failure.ts";
import { inTime } from "./in-time.ts";

/** Rejects when the signal aborts, as a model call does. */
function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const cancel = () => reject(new ModelFailure("cancelled", "nobody waits for it", { cause: signal.reason }));
    signal.addEventListener("abort", cancel, { once: true });
  });
}

const present = () => new AbortController().signal;

describe("work for an agent", () => {
  it("that takes too long is unavailable", async () => {
    await expect(inTime(present(), untilAborted, 1)).rejects.toMatchObject({
      code: "unavailable",
      message: "This took too long. Try again.",
    });
  });

  it("that ends because the agent has left did not take too long", async () => {
    const gone = new AbortController();
    const work = inTime(gone.signal, untilAborted);
    gone.abort();
    await expect(work).rejects.toMatchObject({ name: "ModelFailure", kind: "cancelled" });
  });

  it("that fails for another reason after its time reports that reason", async () => {
    const work = inTime(
      present(),
      (signal) => untilAborted(signal).catch(() => Promise.reject(new Error("no database"))),
      1,
    );
    await expect(work).rejects.toThrow("no database");
  });
});
