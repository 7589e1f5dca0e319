/** "Plan: Pro" and the like; what is remembered in other words names no thing of the visitor's by which a question could mean it. */
const named = /^([\p{L}][\p{L} -]{1,30}): ([^:]{1,60})$/u;
const owners = "my|our|mein(?:e|en|em|er)?|unser(?:e|en|em|er)?|mon|ma|mes|notre|nos|mi|mis|nuestr[oa]s?";

/**
 * The question with the values of what the visitor calls their own, where they are remembered: "Does my plan have SSO?" becomes "Does my
 * plan have SSO? (Pro)". Unchanged where none is meant.
 */
export function withMemories(question: string, memories: readonly string[]): string {
  const values = memories.flatMap((memory) => {
    const [, label, value] = named.exec(memory) ?? [];
    if (!label || !value || question.toLowerCase().includes(value.toLowerCase())) return [];
    return new RegExp(`(?<![\\p{L}])(?:${owners}) (?:[\\p{L}-]+ )?${label}(?![\\p{L}])`, "iu").test(question)
      ? [value]
      : [];
  });
  return values.length === 0 ? question : `${question.trim()} (${values.join(", ")})`;
}
