import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { AdminConfirmation } from "../../../protocol/admin-confirmations.ts";

/** From then on it is said loudly, in seconds. */
const soonSeconds = 120;
const tickMs = 1_000;
/** When each ends by the clock of this browser, counted from when it was read: the two clocks need not agree. */
const ends = new WeakMap<AdminConfirmation, number>();

function secondsLeft(confirmation: AdminConfirmation): number {
  const end = ends.get(confirmation) ?? Date.now() + confirmation.seconds_left * 1_000;
  ends.set(confirmation, end);
  return Math.max(0, Math.ceil((end - Date.now()) / 1_000));
}

/** Seconds until nobody's answer is a no; moves by itself. @param onOver told once, when they are over. */
export function useSecondsLeft(confirmation: AdminConfirmation, onOver: () => void): number {
  const left = useSignal(secondsLeft(confirmation));
  useEffect(() => {
    left.value = secondsLeft(confirmation);
    if (left.value === 0) return;
    const timer = setInterval(() => {
      left.value = secondsLeft(confirmation);
      if (left.value > 0) return;
      clearInterval(timer);
      onOver();
    }, tickMs);
    return () => clearInterval(timer);
  }, [confirmation]);
  return left.value;
}

/** `9:42 left`. Read out in words, and not at every second. */
export function TimeLeft({ seconds }: { seconds: number }) {
  if (seconds === 0) return <span class="chip">Expired</span>;
  const minutes = Math.floor(seconds / 60);
  const words = minutes > 0 ? `about ${minutes} min left` : "less than a minute left";
  return (
    <span class={`chip approval-left ${seconds <= soonSeconds ? "approval-soon" : ""}`} title="No reply counts as “no”">
      <span aria-hidden="true">
        {minutes}:{String(seconds % 60).padStart(2, "0")} left
      </span>
      <span class="visually-hidden">{words}</span>
    </span>
  );
}
