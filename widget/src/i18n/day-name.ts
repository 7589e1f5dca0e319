/** Cached names by all values that they depend on: the timeline needs the name of each of its days at each piece of an answer. */
const known = new Map<string, string>();

/** A day as a heading in its language: today, yesterday, or the date. Empty for an invalid time. */
export function dayName(tag: string, at: string, now = new Date()): string {
  const key = tag + at + now.toDateString();
  const name = known.get(key) ?? nameOf(tag, at, now);
  known.set(key, name);
  return name;
}

function nameOf(tag: string, at: string, now: Date): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return "";
  for (const ago of [0, 1]) {
    const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() - ago);
    if (date.toDateString() === day.toDateString()) return asHeading(tag, ago);
  }
  const isThisYear = date.getFullYear() === now.getFullYear();
  const options: Intl.DateTimeFormatOptions = {
    day: "numeric",
    month: "long",
    ...(!isThisYear && { year: "numeric" }),
  };
  return new Intl.DateTimeFormat(tag, options).format(date);
}

/** Today or yesterday, with a capital first letter. */
function asHeading(tag: string, ago: number): string {
  const name = new Intl.RelativeTimeFormat(tag, { numeric: "auto" }).format(-ago, "day");
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}
