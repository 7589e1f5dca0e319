/** The text on one line, cut behind so many characters with a sign that something follows. Never cuts a character in two. */
export function shorten(text: string, limit: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= limit
    ? line
    : `${line
        .slice(0, limit)
        .toWellFormed()
        .replace(/\ufffd$/, "")
        .trimEnd()}…`;
}
