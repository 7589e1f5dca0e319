import { estimateTokens } from "../../core/text/estimate-tokens.ts";

/** Longer texts are not worth counting exactly; the rest is extrapolated. */
const maxExactChars = 60_000;

type Count = (text: string) => number;
const loaded = new Map<"o200k" | "cl100k", Promise<Count>>();

/**
 * Counts the tokens of a text. Used only when the provider reported no count. The tables are loaded on first use (about 0.4 s and 60 MB),
 * and only for models with a known table; for others the count is estimated from the length.
 */
export async function countTokens(model: string | null, text: string): Promise<number> {
  if (text === "") return 0;
  const table = model === null ? null : tableOf(model);
  if (table === null) return estimateTokens(text);
  const count = await counterOf(table);
  const exact = count(text.slice(0, maxExactChars));
  return text.length <= maxExactChars ? exact : Math.round((exact * text.length) / maxExactChars);
}

function counterOf(table: "o200k" | "cl100k"): Promise<Count> {
  const known = loaded.get(table);
  if (known !== undefined) return known;
  const encoding =
    table === "o200k" ? import("gpt-tokenizer/encoding/o200k_base") : import("gpt-tokenizer/encoding/cl100k_base");
  // Text that looks like a control token counts as ordinary text.
  const counter = encoding.then(
    ({ countTokens: count }): Count =>
      (text) =>
        count(text, { allowedSpecial: "all" }),
  );
  loaded.set(table, counter);
  return counter;
}

function tableOf(model: string): "o200k" | "cl100k" | null {
  const name = model.split("/").at(-1) ?? model;
  if (/^(?:gpt-4o|gpt-4\.[15]|gpt-5|gpt-oss|chatgpt-4o|o[1-9])/.test(name)) return "o200k";
  return /^gpt-(?:4|3\.5)/.test(name) ? "cl100k" : null;
}
