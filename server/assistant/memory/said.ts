import type { Message } from "../../../protocol/messages.ts";
import { withoutInvisible } from "../../core/text/invisible.ts";
import { redact } from "../../core/text/redact.ts";
import { sentenceSpans } from "../../core/text/sentences.ts";
import { isSensitive } from "./sensitive.ts";
import { isOrder } from "./statement.ts";

/** What a person said, without what nobody may keep. */
export interface Said {
  messageId: string;
  by: "visitor" | "agent";
  /** Secrets are marks, such as `[card]`; sentences of special categories, and those that speak to a model, are left out. */
  sentences: string[];
}

/** Longest that is read of one message, in characters. */
const maxChars = 8_000;

/**
 * What visitor and agents said, oldest first. Documents, results of tools and the assistant's words are not read at all: what they say of a
 * visitor is a guess or somebody else's order.
 */
export function saidIn(messages: readonly { message: Pick<Message, "id" | "role" | "content"> }[]): Said[] {
  return messages.flatMap(({ message: { id, role, content } }) => {
    if (role !== "visitor" && role !== "agent") return [];
    const sentences = harmlessSentences(content);
    return sentences.length > 0 ? [{ messageId: id, by: role, sentences }] : [];
  });
}

/** Quoted lines of mails are what somebody else wrote. */
function harmlessSentences(content: string): string[] {
  const own = withoutInvisible(content.slice(0, maxChars))
    .split("\n")
    .filter((line) => !/^\s*>/.test(line))
    .join("\n");
  // Before anything is cut: a key over two lines is one.
  const text = redact(own);
  return sentenceSpans(text)
    .map(({ start, end }) => text.slice(start, end).replace(/\s+/g, " ").trim())
    .filter((sentence) => sentence !== "" && !isSensitive(sentence) && !isOrder(sentence));
}
