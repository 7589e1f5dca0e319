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
}
