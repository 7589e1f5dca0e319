import { isQuestion } from "../../text/is-question.ts";
import { type Language, languageOf } from "../../text/language.ts";
import { kindOf } from "../../text/patterns.ts";
import { sentenceSpans } from "../../text/sentences.ts";
import { contentStems } from "../../text/words.ts";
import { readQuestion } from "../extractive/confidence.ts";

const joint = /[,;]\s+(?=\p{L}{1,4}\s)/u;

/** "By when can I return it, and who pays the postage?" asks two things. */
function partsOf(question: string, language: Language): string[] {
  const parts = question.split(joint);
  return parts.length > 1 && parts.every((part) => kindOf(part, language) !== "other") ? parts : [question];
}

/** Share of a question's words that an answer to it mostly has. */
const leastShare = 0.34;
const maxQuestions = 5;
const maxChars = 300;

/**
 * The questions of a visitor that a text says nothing to, in their words: too few of their words are in it.
 */
export function unanswered(asked: string, text: string, locale: string): string[] {
  const language = languageOf(asked, locale);
  const written = languageOf(text, locale);
  const all = sentenceSpans(asked).map(({ start, end }) => asked.slice(start, end).trim());
  const questions = all.filter((sentence) => isQuestion(sentence, language)).flatMap((each) => partsOf(each, language));
  const read = (questions.length > 0 ? questions : all).map((sentence) => readQuestion(sentence, locale));
  return read
    .filter((question) => {
      const had = new Set(contentStems(text, question.language));
      const shared = [...question.stems].filter((stem) => had.has(stem)).length;
      // Of two languages nobody can tell by the words.
      return question.stems.size > 0 && question.language === written && shared < question.stems.size * leastShare;
    })
    .slice(0, maxQuestions)
    .map((question) => question.text.slice(0, maxChars).toWellFormed());
}
