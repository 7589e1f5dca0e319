/** Price in micro-dollars per million tokens. */
export interface Price {
  input: number;
  /** Input from the provider's prompt cache. */
  cached: number;
  output: number;
}

/** Prices by model; the operator's own take precedence over the list below. */
export type Prices = ReadonlyMap<string, Price>;

/**
 * List prices of common models in dollars per million tokens: input, cached input, output (from the providers' price pages). gpt-tokenizer
 * has different prices for several of them, so it only counts tokens (docs/decisions/0014).
 */
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
  "claude-3-haiku": [0.25, 0.03, 1.25],
  "claude-3-5-haiku": [0.8, 0.08, 4],
  "claude-3-5-sonnet": [3, 0.3, 15],
  "claude-3-7-sonnet": [3, 0.3, 15],
  "claude-sonnet-4": [3, 0.3, 15],
  "claude-sonnet-4-5": [3, 0.3, 15],
  "claude-haiku-4-5": [1, 0.1, 5],
  "claude-opus-4": [15, 1.5, 75],
  "claude-opus-4-1": [15, 1.5, 75],
  "claude-opus-4-5": [5, 0.5, 25],
};

/** Models on the operator's own machine are free. */
const free = new Set(["ollama", "extractive"]);

/** The list, overridden by the operator's own prices. */
export function pricesWith(own: ReadonlyMap<string, Price>): Prices {
  const prices = new Map<string, Price>();
  for (const [name, [input, cached, output]] of Object.entries(dollars))
    prices.set(name, priceOf(input, cached, output));
  for (const [name, price] of own) prices.set(name, price);
  return prices;
}

/** Converts dollars per million tokens to a price. */
function priceOf(input: number, cached: number, output: number): Price {
  return { input: input * 1_000_000, cached: cached * 1_000_000, output: output * 1_000_000 };
}

/**
 * Cost of a call in micro-dollars. `cached` tokens are part of `input`. A model without a known price costs 0 and is reported as unknown.
 */
export function costOf(
  prices: Prices,
  { provider, model }: { provider: string; model: string },
  tokens: { input_tokens: number; cached_tokens: number; output_tokens: number },
): { micros: number; isKnown: boolean } {
  const price = prices.get(model) ?? prices.get(plainName(model));
  if (!price) return { micros: 0, isKnown: free.has(provider) };
  const fresh = Math.max(0, tokens.input_tokens - tokens.cached_tokens);
  const sum = fresh * price.input + tokens.cached_tokens * price.cached + tokens.output_tokens * price.output;
  return { micros: Math.round(sum / 1_000_000), isKnown: true };
}

/** Dated names (`gpt-4o-2024-08-06`, `claude-3-5-haiku-20241022`) and names with a vendor prefix have the model's price. */
function plainName(model: string): string {
  return (model.split("/").at(-1) ?? model).replace(/-(?:\d{4}-\d{2}-\d{2}|\d{8}|latest)$/, "");
}
