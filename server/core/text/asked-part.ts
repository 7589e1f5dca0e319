import { isQuestion } from "./is-question.ts";
import { languageOf } from "./language.ts";
import { sentenceSpans } from "./sentences.ts";

/** A shorter message is a question as a whole. In characters. */
const longMessage = 1_000;
/** Characters of a long message that are searched for; models of sentences read about as many. */
const mostAsked = 1_000;

/**
 * What a message asks, to be searched for: a short one whole; of a long one, such as a log with a question below it, its questions. Without
 * any, its beginning and its end.
 */
export function askedPart(message: string): string {
  if (message.length <= longMessage) return message;
  const language = languageOf(message);
  const questions = sentenceSpans(message)
    .map(({ start, end }) => message.slice(start, end).trim())
    .map((sentence) => announced(sentence))
    .filter((sentence) => sentence.length <= mostAsked / 2 && isQuestion(sentence, language));
  const text =
    questions.length > 0
      ? questions.join("\n")
      : `${message.slice(0, mostAsked / 2)}\n${message.slice(-mostAsked / 2)}`;
  return text.slice(0, mostAsked).toWellFormed();
}

/** What stands behind "here is my question:". */
function announced(sentence: string): string {
  const asked = sentence.slice(sentence.lastIndexOf(": ") + 1).trim();
  return asked.includes(" ") ? asked : sentence;
}
