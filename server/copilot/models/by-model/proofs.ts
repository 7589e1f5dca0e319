import { z } from "zod";
import type { Excerpt } from "../../../../protocol/copilot.ts";
import { givesAway } from "../../../assistant/models/chat/leak-guard.ts";
import { promptSecrets } from "../../../assistant/models/prompts.ts";
import { withoutSecrets } from "../../../core/text/secrets.ts";
import type { CopilotChunk } from "../../ports.ts";
import { excerptForQuote } from "../excerpts.ts";

/** A quote that a model gives as proof. It counts only if the passage contains it. */
export const proofSchema = z.array(z.object({ passage: z.number().int(), quote: z.string() }));
type Proofs = z.infer<typeof proofSchema>;

/** Collects the excerpts of a result. A quote that its passage does not contain is ignored. */
export class ProofBook {
  readonly excerpts: Excerpt[] = [];
  readonly #chunks: readonly CopilotChunk[];
  #given = 0;
  #found = 0;

  constructor(chunks: readonly CopilotChunk[]) {
    this.#chunks = chunks;
  }

  /** Indexes of the excerpts of these quotes; empty when no passage contains them. */
  take(proofs: Proofs): number[] {
    const places = proofs.flatMap((proof) => this.#place(proof) ?? []);
    return [...new Set(places)];
  }

  /** Share of the quotes that their passages contain, 0 to 1; 1 without quotes. */
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

/** Longest text that a model may write in one field. */
const maxChars = 2_000;

/** A model's text, shortened and with secrets redacted; empty when it repeats its instructions. */
export function safeText(text: string): string {
  const short = text.trim().slice(0, maxChars).toWellFormed();
  return givesAway(short, promptSecrets) ? "" : withoutSecrets(short);
}

/** A model's confidence, 0 to 1. */
export function clamp(confidence: number): number {
  return Number.isFinite(confidence) ? Math.min(1, Math.max(0, confidence)) : 0;
}
