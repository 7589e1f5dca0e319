import type { ChildProcess } from "node:child_process";

/** Kills a child that still runs when this process ends, for whatever reason: a test that fails or takes too long leaves none behind. */
export function endWithUs(child: ChildProcess): void {
  const kill = () => void child.kill("SIGKILL");
  process.once("exit", kill);
  child.once("exit", () => process.off("exit", kill));
}
