import type { ChildProcess } from "node:child_process";

/**
 * Kills a child process that still runs when this process ends, so that a failed or slow test leaves none behind.
 * @param group also kills the child's own children; the child must have been started `detached`.
 */
export function endWithUs(child: ChildProcess, { group = false } = {}): void {
  const kill = () => {
    if (group && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    else child.kill("SIGKILL");
  };
  process.once("exit", kill);
  child.once("exit", () => process.off("exit", kill));
}
