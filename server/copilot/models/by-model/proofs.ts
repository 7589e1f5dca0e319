import { z } from "zod";
import type { Excerpt } from "../../../../protocol/copilot.ts";
import { givesAway } from "../../../assistant/models/chat/leak-guard.ts";
import { promptSecrets } from "../../../assistant/models/prompts.ts";
import { withoutSecrets } from "../../../core/text/secrets.ts";
import type { CopilotChunk } from "../../ports.ts";
import { excerptForQuote } from "../excerpts.ts";

/** What a model gives as proof of a thing: nothing of it is believed before it was found. */
export const proofSchema = z.array(z.object({ passage: z.number().int(), quote: z.string() }));
type Proofs = z.infer<typeof proofSchema>;

/** Collects the excerpts of a result. A quote that does not stand in its passage is none. */
export class ProofBook {
  readonly excerpts: Excerpt[] = [];
  readonly #chunks: readonly CopilotChunk[];
  #given = 0;
  #found = 0;

  constructor(chunks: readonly CopilotChunk[]) {
    this.#chunks = chunks;
  }

  /** Places of the excerpts that these quotes are; empty where none of them stands in its passage. */
  take(proofs: Proofs): number[] {
    const places = proofs.flatMap((proof) => this.#place(proof) ?? []);
    return [...new Set(places)];
  }

  /** Share of the quotes that were found where they were said to stand, 0 to 1; 1 where none was given. */
  get honesty(): number {
    return this.#given === 0 ? 1 : this.#found / this.#given;
  }

  /** The version of the passage with this number. */
  versionOf(number: number): string | undefined {
    return this.#chunks[number - 1]?.version_id;
  }

  #place({ passage, quote }: Proofs[number]): number | undefined {
    this.#given += 1;
    const chunk = this.#chunks[passage - 1];
    const excerpt = chunk && excerptForQuote(chunk, quote);
    if (!excerpt) return undefined;
    this.#found += 1;
    const known = this.excerpts.findIndex(({ chunk_id: id, text }) => id === excerpt.chunk_id && text === excerpt.text);
    return known >= 0 ? known : this.excerpts.push(excerpt) - 1;
  }
}

/** Longest that a model may write in one place. */
const maxChars = 2_000;

/** A model's words, cut, without what is secret; empty when they recite its instructions. */
export function safeText(text: string): string {
  const short = text.trim().slice(0, maxChars).toWellFormed();
  return givesAway(short, promptSecrets) ? "" : withoutSecrets(short);
}

/** A confidence that a model gave, 0 to 1. */
export function clamp(confidence: number): number {
  return Number.isFinite(confidence) ? Math.min(1, Math.max(0, confidence)) : 0;
}
