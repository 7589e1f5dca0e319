/** Hour of the daily digest, in the tenant's time zone. */
const morningHour = 8;
const hourMs = 3_600_000;

/**
 * The next 08:00 after a moment.
 * @param zone name such as Europe/Berlin; UTC when none is set.
 */
export function nextMorning(after: Date, zone = "UTC"): Date {
  const clock = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  // The following full quarters of an hour: time zones differ by whole quarters, and an hour is missing when the clock is put forward.
  const first = Math.ceil((after.getTime() + 1) / (hourMs / 4)) * (hourMs / 4);
  for (let at = first; at < first + 49 * hourMs; at += hourMs / 4) {
    if (clock.format(at) === `0${morningHour}:00`) return new Date(at);
  }
  return new Date(after.getTime() + 24 * hourMs);
}
