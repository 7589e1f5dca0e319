import { languageOf } from "../../core/text/language.ts";
import { stemOf } from "../../core/text/stems.ts";
import { isStopWord, wordsOf } from "../../core/text/words.ts";
import type { Extracted } from "../models/chat/extract.ts";
import type { Said } from "./said.ts";
import { plainWords, type Statement } from "./statement.ts";

/** What a model is less sure of is a guess. */
const leastConfidence = 0.5;
/** A shorter quote stands in nearly every text. */
const leastQuoteChars = 4;
/** Most of one ticket: a model that finds more writes the ticket down. */
const mostOfTicket = 20;

/**
 * What a model found, as far as it can be believed: it quotes a message that was given to it, with words and all its numbers in that message. What an
 * agent said is less sure than the visitor's own word.
 */
export function groundedStatements(said: readonly Said[], extracted: readonly Extracted[]): Statement[] {
  return extracted
    .flatMap((each): Statement[] => {
      const source = said[each.message - 1];
      if (!source || each.confidence < leastConfidence) return [];
      const text = plainWords(source.sentences.join(" "));
      const quote = plainWords(each.quote);
      if (quote.length < leastQuoteChars || !text.includes(quote)) return [];
      if (isElsewhere(each.content, text)) return [];
      if (numbersIn(each.content).some((number) => !text.includes(number))) return [];
      return [
        {
          type: each.type,
          content: each.content,
          subject: each.attribute ?? "",
          confidence: source.by === "agent" ? Math.min(each.confidence, 0.7) : each.confidence,
          messageId: source.messageId,
          validUntil: each.valid_until === null ? null : new Date(`${each.valid_until}T23:59:59Z`),
        },
      ];
    })
    .slice(0, mostOfTicket);
}

/** Not one word of the statement stands in an English message: it is from somewhere else. Statements about others are translations. */
function isElsewhere(content: string, message: string): boolean {
  if (languageOf(message) !== "en") return false;
  const said = new Set(wordsOf(message, "en").map((word) => stemOf(word, "en")));
  return !wordsOf(content, "en").some((word) => !isStopWord(word, "en") && said.has(stemOf(word, "en")));
}

function numbersIn(content: string): string[] {
  return plainWords(content).match(/\p{N}+/gu) ?? [];
}
