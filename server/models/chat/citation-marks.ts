import type { Citation } from "../../../protocol/messages.ts";
import type { GenerateInput } from "../../assistant/ports.ts";
import { citable } from "../../assistant/tool-ports.ts";
import { claimsByMark, indexesOf, markPattern, quoteFor } from "../../text/claims.ts";
import { languageOf } from "../../text/language.ts";
import { citationOf, toolCitation } from "../citations.ts";

/**
 * Lets text through as it comes, with the marks in it checked: `[2, 3]` becomes `[2][3]`, and numbers that stand for no passage are
 * left out. A mark in the making is held back until it is whole.
 */
export class MarkFilter {
  readonly #given: number;
  readonly #emit: (text: string) => void;
  #held = "";

  constructor(given: number, emit: (text: string) => void) {
    this.#given = given;
    this.#emit = emit;
  }

  push(text: string): void {
    if (this.#held === "" && !text.includes("[")) {
      this.#emit(text);
      return;
    }
    this.#held += text;
    const open = /\[[\d\s,;]*$|\[[\d\s,;]+\]$/.exec(this.#held);
    const ready = open ? this.#held.slice(0, open.index) : this.#held;
    this.#held = open ? this.#held.slice(open.index) : "";
    if (ready !== "") this.#emit(withKnownMarks(ready, this.#given));
  }

  end(): void {
    if (this.#held !== "") this.#emit(withKnownMarks(this.#held, this.#given));
    this.#held = "";
  }
}

/** The text with every mark pointing at one of the `given` passages; others are left out. */
function withKnownMarks(text: string, given: number): string {
  return text.replace(markPattern, (_match, list: string) =>
    indexesOf(list)
      .filter((index) => index >= 1 && index <= given)
      .map((index) => `[${index}]`)
      .join(""),
  );
}

/** A citation for each passage or result the answer points at, with the words of it that carry the claim. */
export function citationsIn(text: string, { chunks, results }: Pick<GenerateInput, "chunks" | "results">): Citation[] {
  const language = languageOf(text, languageOf(chunks[0]?.text ?? ""));
  const told = citable(results);
  return [...claimsByMark(text)]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([index, claim]) => {
      const chunk = chunks[index - 1];
      const result = told[index - 1 - chunks.length];
      if (result) return [toolCitation(index, result, quoteFor(claim, result.shown, language))];
      return chunk ? [citationOf(index, chunk, quoteFor(claim, chunk.text, language))] : [];
    });
}
