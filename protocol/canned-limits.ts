/** Limits of a canned reply, in characters. Separate from the schemas, so that screens can import them. */
export const maxCannedNameChars = 60;
export const maxCannedChars = 8_000;

/** Names in double braces that a canned reply can have. */
export const cannedVariableNames = [
  "visitor.name",
  "visitor.email",
  "agent.name",
  "ticket.number",
  "ticket.subject",
  "team.name",
] as const;

/** A name in double braces. */
export const cannedVariablePattern = /\{\{\s*([\w.]{1,60})\s*\}\}/g;

/** Names in double braces that nothing fills in, as they are written. */
export function unknownVariables(text: string): string[] {
  const known: ReadonlySet<string> = new Set(cannedVariableNames);
  return [...text.matchAll(cannedVariablePattern)].flatMap(([whole, name = ""]) => (known.has(name) ? [] : [whole]));
}
