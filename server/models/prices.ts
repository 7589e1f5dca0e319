/** Micro-dollars for a million tokens. */
interface Price {
  input: number;
  cached: number;
  output: number;
}

/** List prices of common models, dollars for a million tokens: input, cached input, output. A model that is not here costs 0 on the receipt. */
const dollars: Record<string, [input: number, cached: number, output: number]> = {
  "gpt-4o": [2.5, 1.25, 10],
  "gpt-4o-mini": [0.15, 0.075, 0.6],
  "gpt-4.1": [2, 0.5, 8],
  "gpt-4.1-mini": [0.4, 0.1, 1.6],
  "gpt-4.1-nano": [0.1, 0.025, 0.4],
  "gpt-5": [1.25, 0.125, 10],
  "gpt-5-mini": [0.25, 0.025, 2],
  "gpt-5-nano": [0.05, 0.005, 0.4],
  o3: [2, 0.5, 8],
  "o4-mini": [1.1, 0.275, 4.4],
};

/** What a call cost in micro-dollars, by the provider's own count of tokens. `cached` ones are part of `input`. */
export function costMicros(
  model: string,
  tokens: { input_tokens: number; cached_tokens: number; output_tokens: number },
): number {
  const price = priceOf(model);
  const fresh = Math.max(0, tokens.input_tokens - tokens.cached_tokens);
  return Math.round(
    (fresh * price.input + tokens.cached_tokens * price.cached + tokens.output_tokens * price.output) / 1_000_000,
  );
}

/** Dated names (`gpt-4o-2024-08-06`) and names with a maker in front (`openai/gpt-4o`) have the price of the model. */
function priceOf(model: string): Price {
  const name = (model.split("/").at(-1) ?? model).replace(/-\d{4}-\d{2}-\d{2}$/, "");
  const [input, cached, output] = dollars[name] ?? [0, 0, 0];
  return { input: input * 1_000_000, cached: cached * 1_000_000, output: output * 1_000_000 };
}
