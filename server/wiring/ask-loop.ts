import type { Config } from "../core/config/config.ts";

const timeoutMs = 5_000;

/**
 * Asks the process of Parley on this machine for the delay of its event loop, as Prometheus would: `parley doctor` may run in a process of
 * its own, whose event loop says nothing.
 * @returns seconds; null when nobody answers at its port
 * @throws when the process refuses, or answers something else
 */
export async function askLoop({
  port,
  metrics,
}: Pick<Config, "port" | "metrics">): Promise<{ p99: number; max: number } | null> {
  const headers: Record<string, string> = metrics.token ? { authorization: `Bearer ${metrics.token}` } : {};
  let response: Response;
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    response = await fetch(`http://127.0.0.1:${metrics.port ?? port}/metrics`, { headers, signal });
  } catch {
    return null; // it does not run here
  }
  if (!response.ok)
    throw new Error(`The process on this machine does not return its metrics (status ${response.status}).`);
  const text = await response.text();
  const read = (name: string) => {
    // pattern-example: /^parley_event_loop_delay_max_seconds (\S+)$/m
    const value = new RegExp(`^parley_event_loop_delay_${name}_seconds (\\S+)$`, "m").exec(text)?.[1];
    if (value === undefined) throw new Error("The process on this machine has no event loop metrics.");
    return Number(value);
  };
  return { p99: read("p99"), max: read("max") };
}
