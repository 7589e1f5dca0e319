import type { Message, RelatedSection } from "../../../protocol/messages.ts";
import { plainText } from "../../../ui/markdown/plain-text.ts";
import type { EmailWords } from "./texts.ts";

/** One message in an e-mail. */
export interface Line {
  who: string;
  when: string;
  text: string;
}

/** A message as plain text, with its sources below it. */
export function toLine(
  { role, content, agent, citations, related = [], created_at: at }: Message,
  words: EmailWords,
  tag: string,
): Line {
  // Visitors' text is not Markdown.
  const said = role === "visitor" ? content : plainText(content);
  // E-mails contain no cards; the sections' headings follow the text instead.
  const offered = related.filter((section) => section.text !== undefined).map(toOffered);
  const text = offered.length > 0 ? `${said}\n\n${offered.join("\n")}` : said;
  const sources = citations.map(({ index, title, url }) => `[${index}] ${title}${url ? ` (${url})` : ""}`);
  return {
    who: role === "visitor" ? words.you : role === "assistant" ? words.assistant : (agent?.name ?? words.agent),
    when: new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" })
      .format(new Date(at))
      .concat(" UTC"),
    text: sources.length > 0 ? `${text}\n\n${words.sources}: ${sources.join("; ")}` : text,
  };
}

function toOffered({ heading, title, url }: RelatedSection): string {
  return `- ${heading?.split(" > ").at(-1) ?? title}${url ? ` (${url})` : ""}`;
}
