import { type Block, countVisible, renderBlocks } from "../extract/blocks.ts";

/** What a document contains besides text. */
export interface Losses {
  formulas: number;
  /** Letters and digits of the formulas. */
  formulaChars: number;
  pictures: number;
  /** Charts, diagrams and embedded objects. */
  objects: number;
  /** Letters and digits of the numbers that were added. */
  addedChars: number;
}

/** Letters and digits that a picture or object counts in the coverage: about one line of text. */
const pictureChars = 60;

/**
 * Coverage of a Word document, 0..1. A formula counts as half read, because one line may lose its meaning. Pictures count at most as much as the text. Added numbers and
 * repeated cells must not hide a loss.
 */
export function coverageOfDocx(blocks: Block[], visible: number, losses: Losses): number {
  const found =
    countVisible(renderBlocks(blocks)) - losses.addedChars - repeatedChars(blocks) - losses.formulaChars / 2;
  const text = visible + losses.formulaChars;
  const lost = Math.min(text, (losses.pictures + losses.objects) * pictureChars);
  return Math.max(0, Math.min(1, found / Math.max(1, text + lost)));
}

/** Letters and digits that fill merged cells; an estimate, because equal cells side by side or below each other count as merged. */
function repeatedChars(blocks: Block[]): number {
  let chars = 0;
  for (const block of blocks) {
    if (block.type !== "table") continue;
    const rows = [...block.header, ...block.rows];
    for (const [index, row] of rows.entries()) {
      for (const [column, cell] of row.entries()) {
        if (cell === row[column - 1] || cell === rows[index - 1]?.[column]) chars += countVisible(cell);
      }
    }
  }
  return chars;
}

/** Notes for the user on what was not read. */
export function notesOn({ formulas, pictures, objects }: Losses): string[] {
  return [
    ...(formulas > 0 ? [`Formulas read as plain text, which may be wrong: ${formulas}.`] : []),
    ...(pictures > 0 ? [`Pictures that were not read: ${pictures}.`] : []),
    ...(objects > 0 ? [`Charts, diagrams and embedded objects that were not read: ${objects}.`] : []),
  ];
}
