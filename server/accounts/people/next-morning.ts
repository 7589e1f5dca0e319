/** The hour at which a day's digest goes out, where the tenant is. */
const morningHour = 8;
const hourMs = 3_600_000;

/**
 * The next eight o'clock in the morning after a moment.
 * @param zone a name such as Europe/Berlin; UTC when none is set.
 */
export function nextMorning(after: Date, zone = "UTC"): Date {
  const clock = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  // The full quarters of an hour that follow: zones are whole quarters apart, and where a clock is put forward an hour is missing.
  const first = Math.ceil((after.getTime() + 1) / (hourMs / 4)) * (hourMs / 4);
  for (let at = first; at < first + 49 * hourMs; at += hourMs / 4) {
    if (clock.format(at) === `0${morningHour}:00`) return new Date(at);
  }
  return new Date(after.getTime() + 24 * hourMs);
}
