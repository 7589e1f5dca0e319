import { setTimeout as sleep } from "node:timers/promises";
import type { Services } from "../bench/services.ts";
import { compareStore, type Ledger } from "./ledger.ts";

const settleLimitMs = 45_000;

/** What the store says once every turn under way has ended, or has had the time to. */
export async function settledStore({ superuserUrl }: Services, ledger: Ledger): Promise<string[]> {
  const deadline = Date.now() + settleLimitMs;
  for (;;) {
    const problems = await compareStore(superuserUrl, ledger.acknowledged);
    if (problems.length === 0 || Date.now() > deadline) return problems;
    await sleep(1_000);
  }
}
