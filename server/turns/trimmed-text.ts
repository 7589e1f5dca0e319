/**
 * Takes the blanks off both ends of a text that comes in pieces, as they are off the stored answer: those in
 * front are dropped, those behind wait until a word follows. Gives what of each piece can be shown.
 */
export function createTrimmer(): (piece: string) => string {
  let blanks = "";
  let hasBegun = false;
  return (piece) => {
    const fresh = hasBegun ? blanks + piece : piece.trimStart();
    const shown = fresh.trimEnd();
    blanks = fresh.slice(shown.length);
    hasBegun ||= shown !== "";
    return shown;
  };
}
