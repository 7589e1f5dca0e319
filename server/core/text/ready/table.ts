import { z } from "zod";

const sentence = z.string().min(1);

function sentences<const Name extends string>(...names: Name[]) {
  return z.record(z.enum(names), sentence);
}

/** Parley's own sentences to visitors, in one language. Names in braces are replaced; the ticket's number keeps its `#`. */
export const readySentencesSchema = z.strictObject({
  /** Progress texts, by step of the assistant. */
  status: sentences("check_cache", "contextualize", "retrieve", "clarify", "act", "generate", "grade", "escalate"),
  /** The search found nothing. */
  nothingFound: sentence,
  /** The document being read: `{title}`. */
  reading: sentence,
  /** The same with `{n}` more documents. */
  readingMore: sentence,
  /** End of an answer that was cut off at its length limit. */
  cut: sentence,
  /** The turn waits for other turns. */
  waiting: sentence,
  /** Asks which of `{choices}` the visitor means. */
  whichOne: sentence,
  /** Opening and closing quotation marks. */
  quotes: z.tuple([sentence, sentence]),
  /** None of the choices was right. */
  dropped: sentence,
  /** Answers to messages without a question; `{name}` is the tenant's name. */
  smallTalk: sentences("greeting", "thanks", "goodbye", "acknowledgement", "identity", "wellbeing"),
  /** Answers to a message that is not understood: the first one, the next ones in a row, and their button for the team. */
  unclear: sentences("once", "again", "team"),
  /** Answer to a message with only files, which nobody has opened yet. */
  onlyFiles: sentence,
  /** Added to an answer when the message also had files. */
  besideFiles: sentence,
  /** Reason for the hand-over. */
  handover: sentences("unsure", "notFound", "wanted", "sensitive", "tool", "noAnswer"),
  /** Follows a wish for the team that says nothing else. */
  about: sentence,
  /** Follows the reason: `#{n}` is the ticket's number. */
  ticket: sentence,
  /** The ticket was merged into `#{n}`, which is in the visitor's list of conversations. */
  goesOn: sentence,
  /**
   * Texts around a change that needs confirmation or approval; `{what}` is the tool's title in quotes. `asked` and `asksTeam` follow the
   * description of the change. `useButtons`: the visitor wrote a word instead. `waitsForTeam`: the visitor confirmed, the team must approve too. `agreed`, `refused`: the team approved or
   * refused. `unknown`: the outcome of the change is unknown. `again`: reason why a change is proposed again after a conflict.
   */
  confirmation: sentences(
    "asked",
    "useButtons",
    "asksTeam",
    "waitsForTeam",
    "agreed",
    "declined",
    "refused",
    "expired",
    "withdrawn",
    "unknown",
    "again",
  ),
  /** The team was notified, `#{n}` is the ticket's number, and related sections follow that may help in the meantime. */
  meanwhile: sentence,
  /** Related sections follow instead of an answer; the team was not notified. */
  suggested: sentence,
  /** What came of an answer that the visitor reported as wrong, with the `{question}`: it was corrected, or checked and not changed. */
  report: sentences("corrected", "dismissed"),
});

export type ReadySentences = z.infer<typeof readySentencesSchema>;
