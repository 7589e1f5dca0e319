import { expect, it, onTestFinished } from "vitest";
import { waitFor } from "../../test/support/wait-for.ts";
import { watchLoop } from "./loop-delay.ts";
import { RunningWork } from "./running-work.ts";

interface Line {
  blocked_ms: number;
  blocks: number;
  cpu_ms: number;
  running: string[];
}

function watch(warningEveryMs: number) {
  const running = new RunningWork();
  const lines: Line[] = [];
  const log = { warn: (line: object) => void lines.push(line as Line) }; // what the watch writes
  const watched = watchLoop({ running, log, warningEveryMs });
  onTestFinished(() => watched.stop());
  return { running, lines, watched };
}

function block(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

const nextTick = () => new Promise((resolve) => setTimeout(resolve, 60));

it("a blocked event loop is told with what was running, and not with what had ended or came later", async () => {
  const { running, lines, watched } = watch(0);
  running.begin(() => "GET /long")();
  const [endShort, endLong] = [running.begin(() => "GET /short"), running.begin(() => "GET /long/:id")];
  await nextTick();
  running.begin(() => "GET /over")();
  await nextTick();
  block(400);
  // Ends in the callback that blocked, like a request that is answered at once.
  endShort();
  running.begin(() => "GET /later");
  // A busy machine may have delayed the test earlier.
  const found = () => lines.find(({ running: names, blocked_ms: ms }) => ms > 300 && names.includes("GET /short"));
  await waitFor(() => found() !== undefined, { what: "the warning" });
  endLong();
  expect(found()).toMatchObject({ running: ["GET /long/:id", "GET /short"] });
  expect(found()?.cpu_ms).toBeGreaterThan(0);
  const { p99Ms, maxMs } = watched.read();
  expect(maxMs).toBeGreaterThan(300);
  expect(p99Ms).toBeLessThanOrEqual(maxMs);
});

it("many blocks are one warning in a while", async () => {
  const { lines, watched } = watch(60_000);
  for (let nth = 0; nth < 4; nth += 1) {
    await nextTick();
    block(250);
  }
  await nextTick();
  await waitFor(() => watched.read().maxMs > 200, { what: "the delay to be measured" });
  expect(lines).toHaveLength(1);
});
