/** How a person is asked for, by language. Patterns are sources of regular expressions, matched as whole words without regard to case. */
export interface PersonTable {
  /** Ways to ask for a person. */
  requests: string[];
  /** Words from which on the writer says what is wanted: "I", "can", "please". Whatever else stands behind the last of them is done to the request: "can I hide ...". */
  asker: string;
  /** Somebody else who speaks to the person, or words that ask how it works. */
  others: string;
  /** What turns the request down when it stands shortly before it: "without". */
  declined: string;
}
