import type { Citation } from "../../../../protocol/messages.ts";
import { claimsByMark, indexesOf, markPattern, quoteFor } from "../../../core/text/claims.ts";
import { languageOf } from "../../../core/text/language.ts";
import type { GenerateInput } from "../../ports.ts";
import { citable } from "../../tool-ports.ts";
import { citationOf, toolCitation } from "../citations.ts";
import { CodeSpans } from "./code-spans.ts";

/**
 * Passes text on as it arrives and checks its citation marks: `[2, 3]` becomes `[2][3]`, and numbers without a passage are left out. An
 * incomplete mark is held until it is complete. In code, `[0]` is not a mark.
 */
export class MarkFilter {
  readonly #given: number;
  readonly #emit: (text: string) => void;
  readonly #code = new CodeSpans();
  #held = "";

  constructor(given: number, emit: (text: string) => void) {
    this.#given = given;
    this.#emit = emit;
  }

  push(text: string): void {
    const known = this.#held + text;
    const open = known.includes("[") ? /\[[\d\s,;]*$|\[[\d\s,;]+\]$/.exec(known)?.index : undefined;
    this.#held = known.slice(open ?? known.length);
    this.#release(known.slice(0, open ?? known.length));
  }

  end(): void {
    this.#release(this.#held);
    this.#held = "";
  }

  #release(text: string): void {
    let out = "";
    let at = 0;
    for (const match of text.includes("[") ? text.matchAll(markPattern) : []) {
      const before = text.slice(at, match.index);
      this.#code.push(before);
      at = match.index + match[0].length;
      const mark = this.#code.isInside ? match[0] : knownMarks(match[1] ?? "", this.#given);
      this.#code.push(mark);
      out += before + mark;
    }
    const rest = text.slice(at);
    this.#code.push(rest);
    if (out + rest !== "") this.#emit(out + rest);
  }
}

/** The numbers in a mark that belong to passages, each as a separate mark. */
function knownMarks(list: string, given: number): string {
  return indexesOf(list)
    .filter((index) => index >= 1 && index <= given)
    .map((index) => `[${index}]`)
    .join("");
}

/** One citation for each passage or tool result that the answer refers to, quoting the words that support the claim. */
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
