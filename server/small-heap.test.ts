import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const execute = promisify(execFile);

it("a heap stays near what is alive in it", async () => {
  const [left, kept] = await Promise.all([mostUsedMb(""), mostUsedMb("keepHeapSmall();")]);
  expect(kept).toBeLessThan(left * 0.8);
}, 60_000);

/** Most of the heap that is used while 80 MB are alive and things of some age die all the time, in a process of its own. */
async function mostUsedMb(setting: string): Promise<number> {
  const file = new URL("./small-heap.ts", import.meta.url).href;
  const loader = new URL("../scripts/setup/load-typescript.mjs", import.meta.url).href;
  const program = `
    const { keepHeapSmall } = await import(${JSON.stringify(file)});
    const made = (size) => Array.from({ length: size }, (_, n) => ({ n, text: "item" + n }));
    const alive = made(800_000);
    ${setting}
    const ring = [];
    let most = 0;
    for (let round = 0; round < 3_000; round += 1) {
      ring[round % 200] = made(1_000);
      most = Math.max(most, process.memoryUsage().heapUsed);
    }
    console.log(most / 1e6 + alive.length * 0);`;
  const flags = ["--no-warnings", "--import", loader, "--input-type=module", "-e", program];
  return Number((await execute(process.execPath, flags)).stdout);
}
