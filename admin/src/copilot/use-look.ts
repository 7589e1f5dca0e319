import { useEffect } from "preact/hooks";
import type { CopilotStore } from "./copilot-store.ts";

/** How often a run is looked at, in case an event of the feed is lost. */
const lookMs = 4_000;

/** Reads the open conversation again and again while the copilot works on it. */
export function useLook(store: CopilotStore, isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => void store.reread(), lookMs);
    return () => clearInterval(timer);
  }, [store, isRunning]);
}
