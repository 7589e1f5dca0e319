import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { origin } from "../parley.ts";
import type { Report } from "./readers.ts";

/** Readers of many streams, in a process of their own. */
export class Readers {
  readonly child: ChildProcess;

  /** @param order `reads` false: the headers and nothing more. */
  constructor(order: { api: string; tokens: string[]; reads: boolean }) {
    this.child = fork(join(import.meta.dirname, "readers.js"), { serialization: "advanced" });
    this.child.send({ ...order, origin });
  }

  async report(): Promise<Report> {
    const answer = once(this.child, "message");
    this.child.send("report");
    return ((await answer) as [Report])[0]; // our own child process
  }

  async untilOpen(count: number): Promise<void> {
    while ((await this.report()).open < count) await sleep(250);
  }
}
