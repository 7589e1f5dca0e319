/** The text, cut behind so many characters with a sign that something follows. Never cuts a character in two. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const kept = text
    .slice(0, limit)
    .toWellFormed()
    .replace(/\ufffd$/, "");
  return `${kept.trimEnd()}…`;
}

/** The same on one line. */
export function shorten(text: string, limit: number): string {
  return cut(text.replace(/\s+/g, " ").trim(), limit);
}
