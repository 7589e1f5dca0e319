import type { ChildProcess } from "node:child_process";

/**
 * Kills a child that still runs when this process ends, for whatever reason: a test that fails or takes too long leaves none behind.
 * @param group all that it has started as well; it was started `detached`.
 */
export function endWithUs(child: ChildProcess, { group = false } = {}): void {
  const kill = () => {
    if (group && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    else child.kill("SIGKILL");
  };
  process.once("exit", kill);
  child.once("exit", () => process.off("exit", kill));
}
