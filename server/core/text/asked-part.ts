import { isQuestion } from "./is-question.ts";
import { languageOf } from "./language.ts";
import { sentenceSpans } from "./sentences.ts";

/** A shorter message counts as one question. In characters. */
const longMessage = 1_000;
/** Searched characters of a long message; sentence embedding models read about as many. */
const mostAsked = 1_000;

/**
 * The part of a message to search for: all of a short one; the questions of a long one, such as a log with a question below it. Without
 * questions, its beginning and end.
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

/** The text after "here is my question:". */
function announced(sentence: string): string {
  const asked = sentence.slice(sentence.lastIndexOf(": ") + 1).trim();
  return asked.includes(" ") ? asked : sentence;
}
