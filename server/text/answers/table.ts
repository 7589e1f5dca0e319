/** What kind of sentence answers a question. */
export type QuestionShape =
  | "steps"
  | "definition"
  | "number"
  | "money"
  | "time"
  | "place"
  | "yes_no"
  | "reason"
  | "any";

/**
 * How documents point elsewhere, tell differences and define. Patterns are sources of regular expressions, matched as whole words without
 * regard to case; `~` stands for the thing that is asked about. What a language has no pattern for is not judged.
 */
export interface AnswerTable {
  /** Headings of lists that name other pages: "Additional resources". */
  links?: string;
  /** Titles of pages, as the entries of such lists are: "How to ...". */
  titles?: string;
  /** What a sentence begins with that sends the reader elsewhere or offers help: "For more information", "Contact us". */
  elsewhere?: string;
  /** Words of a sentence that sets two things against each other: "while", "differs". */
  contrast?: string;
  /** Ways to ask what sets two things apart, the two as `~`. */
  comparisons?: string[];
  /** Words of asking so, which are no part of either thing. */
  comparing?: string;
  /** Ways to ask what something is, the thing as `~`. */
  definitions?: string;
  /** What stands between a thing and what is said of it in a definition: "is", "means". */
  defines?: string;
  /** Questions by what answers them, in the order in which they are tried. Where the last one is of any text, question words are not asked. */
  shapes?: [QuestionShape, string][];
  /** Words of a question after a procedure, whatever its question word: "steps", "set up". */
  procedure?: string;
  /** Words of a question after a number, whatever its question word: "limit". */
  amounts?: string;
  /** What answers such a question without a number: "unlimited". */
  countless?: string;
  /** Words by which a question is asked and which its answer does not repeat: "explain", "mean". */
  asking?: string;
  /** Words of a question after a whole list: "which", "all". */
  lists?: string;
  /** What a sentence begins with that tells what to do: "click", "go to". */
  instructs?: string;
  /** Words of where something is: "under the". */
  places?: string;
  /** Words of a sentence that says why: "because", "so that". */
  reasons?: string;
}
