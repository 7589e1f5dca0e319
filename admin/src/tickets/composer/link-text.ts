/** What a new link is, until the agent writes over it. */
const emptyAddress = "https://";
const emptyText = "text";

interface NewLink {
  text: string;
  /** The part that the agent has still to write: it is selected. */
  from: number;
  to: number;
}

/** A Markdown link of the selected text, or of the selected address. Spaces around the selection stay outside the link. */
export function linkOf(chosen: string): NewLink {
  const words = chosen.trim();
  const before = chosen.slice(0, chosen.length - chosen.trimStart().length);
  const after = chosen.slice(before.length + words.length);
  const isAddress = URL.canParse(words) && /^(?:https?:\/\/|mailto:)\S+$/i.test(words);
  const lacksText = isAddress || words === "";
  const text = lacksText ? emptyText : inBrackets(words);
  const address = isAddress ? inParentheses(words) : emptyAddress;
  const from = before.length + (lacksText ? "[".length : `[${text}](`.length);
  return {
    text: `${before}[${text}](${address})${after}`,
    from,
    to: from + (lacksText ? text : address).length,
  };
}

/** One line, because an empty line ends a link; a bracket would end its text. */
function inBrackets(words: string): string {
  const line = words
    .split("\n")
    .map((part) => part.trim())
    .filter(Boolean)
    .join(" ");
  return line.replace(/[[\]]/g, "\\$&");
}

/** A parenthesis would end the address. */
function inParentheses(address: string): string {
  return address.replaceAll("(", "%28").replaceAll(")", "%29");
}
