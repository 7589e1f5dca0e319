import { signal } from "@preact/signals";

const tickMs = 20_000;

/** The time of day for ages and waiting times; moves often enough for minutes. */
export const now = signal(Date.now());

setInterval(() => {
  now.value = Date.now();
}, tickMs);
