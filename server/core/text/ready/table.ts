import { z } from "zod";

const sentence = z.string().min(1);

function sentences<const Name extends string>(...names: Name[]) {
  return z.record(z.enum(names), sentence);
}

/** What Parley itself says to visitors, in one language. Names in braces are filled in; the ticket's number keeps its `#`. */
export const readySentencesSchema = z.strictObject({
  /** What is done meanwhile, by step of the assistant. */
  status: sentences("check_cache", "contextualize", "retrieve", "clarify", "act", "generate", "grade", "escalate"),
  /** The search was in vain. */
  nothingFound: sentence,
  /** What is read: `{title}`. */
  reading: sentence,
  /** The same with `{n}` more behind the first. */
  readingMore: sentence,
  /** Said at the end of an answer that had no room. */
  cut: sentence,
  /** A turn waits for others. */
  waiting: sentence,
  /** Asks which of `{choices}` is meant. */
  whichOne: sentence,
  /** Marks before and behind what is quoted. */
  quotes: z.tuple([sentence, sentence]),
  /** None of the choices was it. */
  dropped: sentence,
  /** Answers to messages that ask nothing; `{name}` is the tenant's. */
  smallTalk: sentences("greeting", "thanks", "goodbye", "acknowledgement", "identity", "wellbeing"),
  /** To a message that has nothing but files: nobody has opened them yet. */
  onlyFiles: sentence,
  /** Behind an answer to the words that files came with. */
  besideFiles: sentence,
  /** Why a person was asked. */
  handover: sentences("unsure", "notFound", "wanted", "sensitive", "tool", "noAnswer"),
  /** What follows it: `#{n}` is the ticket's number. */
  ticket: sentence,
  /** The ticket was merged into `#{n}`, which the visitor has in the list of conversations. */
  goesOn: sentence,
  /**
   * Around a change that somebody has to say yes to; `{what}` is the tool's title in quotes. `asked` and `asksTeam`: behind the words for
   * what would happen. `waitsForTeam`: the visitor said yes, people have to as well. `agreed`, `refused`: people said yes, or no.
   * `unknown`: nobody knows whether it happened. `again`: why a change is proposed once more after a conflict.
   */
  confirmation: sentences(
    "asked",
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
  /** The team was asked, `#{n}` is the ticket's number, and below stand sections that may help in the meantime. */
  meanwhile: sentence,
  /** Below stand sections in the place of an answer; the team was not asked. */
  suggested: sentence,
});

export type ReadySentences = z.infer<typeof readySentencesSchema>;
