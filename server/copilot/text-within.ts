/** A text within a message is at least this long: shorter ones are what is asked. */
const leastChars = 40;

/**
 * The text that a message brings along to be checked: what stands between quotation marks, below a line that ends with a colon, or below an
 * empty line.
 * @returns letter for letter as it stands in the message; empty where there is none.
 */
export function textWithin(message: string): string {
  const quoted = /["“„«](?<text>[^"”“„«»]{40,})["”“»]/u.exec(message)?.groups?.["text"];
  if (quoted !== undefined) return quoted.trim();
  const colon = /:\s*\n?(?<text>[\s\S]{40,})$/u.exec(firstLine(message) + rest(message))?.groups?.["text"];
  const below = /\n\s*\n(?<text>[\s\S]{40,})$/u.exec(message)?.groups?.["text"];
  const text = (below ?? colon ?? "").trim();
  return text.length >= leastChars ? text : "";
}

function firstLine(message: string): string {
  return message.split("\n", 1)[0] ?? "";
}

function rest(message: string): string {
  return message.slice(firstLine(message).length);
}
