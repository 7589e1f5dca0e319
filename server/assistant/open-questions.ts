import { saysOnlyFiles } from "../core/text/ready/index.ts";
import { intentOf } from "./intent.ts";
import type { HistoryMessage } from "./ports.ts";
import { saidUnclear } from "./unclear.ts";

/**
 * The visitor's messages that are still open when they send `asked`, oldest first: their questions since the last answer, and `asked`. A
 * visitor who only asks for the team after an answer means the question before it.
 */
export function openQuestions(history: readonly HistoryMessage[], asked: string): string[] {
  const answered = history.findLastIndex(({ role, is_answer }) => is_answer || role === "agent");
  const questions = history.flatMap((message, index) => {
    const isQuestion = message.role === "visitor" && intentOf(message.content) === "question";
    const reply = history[index + 1]?.content;
    return isQuestion && !saidUnclear(reply) && !saysOnlyFiles(reply) ? [{ index, content: message.content }] : [];
  });
  const open = questions.filter(({ index }) => index > answered);
  const meant = open.length === 0 && intentOf(asked) === "asked_for_person" ? questions.slice(-1) : open;
  return [...meant.map(({ content }) => content), ...(asked.trim() === "" ? [] : [asked])];
}

/** The question that the team is to answer: the last open one that is more than a wish for the team. Empty when there is none. */
export function questionForTeam(history: readonly HistoryMessage[], asked: string): string {
  return openQuestions(history, asked).findLast((content) => intentOf(content) === "question") ?? "";
}
