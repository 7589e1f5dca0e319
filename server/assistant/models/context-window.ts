/**
 * Tokens of a model's context, prompt and answer together, by the provider's documentation. Ollama gives every model its own default, and cuts
 * a longer prompt without a word.
 */
const known: [provider: RegExp, model: RegExp, tokens: number][] = [
  [/^ollama$/, /./, 4_096],
  [/./, /^(?:.*\/)?gpt-3\.5/, 16_385],
  [/./, /^(?:.*\/)?gpt-4(?:-\d{4})?$/, 8_192],
  [/./, /^(?:.*\/)?(?:gpt-4o|gpt-4-turbo|gpt-4\.[15]|gpt-5|gpt-oss|o\d)/, 128_000],
  [/./, /claude/, 200_000],
];

/** Undefined where nobody knows: the server is asked for all, and tells when it is too much. @param set the operator's own, by model. */
export function contextWindow(
  provider: string,
  model: string,
  set: ReadonlyMap<string, number> = new Map(),
): number | undefined {
  return set.get(model) ?? known.find(([who, what]) => who.test(provider) && what.test(model))?.[2];
}
