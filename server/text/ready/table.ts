/** What Parley itself says to visitors, in one language. Names in braces are filled in; the ticket's number keeps its `#`. */
export interface ReadySentences {
  /** What is done meanwhile, by step of the assistant. */
  status: Record<
    "check_cache" | "contextualize" | "retrieve" | "clarify" | "act" | "generate" | "grade" | "escalate",
    string
  >;
  /** The search was in vain. */
  nothingFound: string;
  /** What is read: `{title}`. */
  reading: string;
  /** The same with `{n}` more behind the first. */
  readingMore: string;
  /** Said at the end of an answer that had no room. */
  cut: string;
  /** A turn waits for others. */
  waiting: string;
  /** Asks which of `{choices}` is meant. */
  whichOne: string;
  /** Marks before and behind what is quoted. */
  quotes: readonly [before: string, behind: string];
  /** None of the choices was it. */
  dropped: string;
  /** Answers to messages that ask nothing; `{name}` is the tenant's. */
  smallTalk: Record<"greeting" | "thanks" | "goodbye" | "acknowledgement" | "identity" | "wellbeing", string>;
  /** To a message that has nothing but files: nobody has opened them yet. */
  onlyFiles: string;
  /** Behind an answer to the words that files came with. */
  besideFiles: string;
  /** Why a person was asked. */
  handover: Record<"unsure" | "notFound" | "wanted" | "sensitive" | "tool" | "noAnswer", string>;
  /** What follows it: `#{n}` is the ticket's number. */
  ticket: string;
  /** The ticket was merged into `#{n}`, which the visitor has in the list of conversations. */
  goesOn: string;
  /** Around a change that somebody has to say yes to; `{what}` is the tool's title in quotes. */
  confirmation: Record<ConfirmationSentence, string>;
  /** The team was asked, `#{n}` is the ticket's number, and below stand sections that may help in the meantime. */
  meanwhile: string;
  /** Below stand sections in the place of an answer; the team was not asked. */
  suggested: string;
}

/**
 * `asked` and `asksTeam`: behind the words for what would happen. `waitsForTeam`: the visitor said yes, people have to as well. `agreed`,
 * `refused`: people said yes, or no. `unknown`: nobody knows whether it happened.
 */
type ConfirmationSentence =
  | "asked"
  | "asksTeam"
  | "waitsForTeam"
  | "agreed"
  | "declined"
  | "refused"
  | "expired"
  | "withdrawn"
  | "unknown";
