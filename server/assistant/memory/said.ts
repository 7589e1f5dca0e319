import type { Message } from "../../../protocol/messages.ts";
import { withoutInvisible } from "../../core/text/invisible.ts";
import { redact } from "../../core/text/redact.ts";
import { sentenceSpans } from "../../core/text/sentences.ts";
import { isSensitive } from "./sensitive.ts";
import { isOrder } from "./statement.ts";

/** A person's message without the content that must not be stored. */
export interface Said {
  messageId: string;
  by: "visitor" | "agent";
  /**
   * Secrets are replaced by marks such as `[card]`. Sentences with special categories of personal data, and instructions to a model, are
   * left out.
   */
  sentences: string[];
}

/** Characters read from one message. */
const maxChars = 8_000;

/**
 * Messages of the visitor and of agents, oldest first. Documents, tool results and the assistant's messages are not read: their statements
 * about a visitor are guesses or someone else's instructions.
 */
export function saidIn(messages: readonly { message: Pick<Message, "id" | "role" | "content"> }[]): Said[] {
  return messages.flatMap(({ message: { id, role, content } }) => {
    if (role !== "visitor" && role !== "agent") return [];
    const sentences = harmlessSentences(content);
    return sentences.length > 0 ? [{ messageId: id, by: role, sentences }] : [];
  });
}

/** Leaves out quoted lines of e-mails, which someone else wrote. */
function harmlessSentences(content: string): string[] {
  const own = withoutInvisible(content.slice(0, maxChars))
    .split("\n")
    .filter((line) => !/^\s*>/.test(line))
    .join("\n");
  // Redact before the text is split: a key can span two lines.
  const text = redact(own);
  return sentenceSpans(text)
    .map(({ start, end }) => text.slice(start, end).replace(/\s+/g, " ").trim())
    .filter((sentence) => sentence !== "" && !isSensitive(sentence) && !isOrder(sentence));
}
