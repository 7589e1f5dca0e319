/** What can stand in double braces, and what it becomes. */
export const cannedVariables: ReadonlyArray<{ name: string; means: string }> = [
  { name: "visitor.name", means: "The visitor's name" },
  { name: "visitor.email", means: "The visitor's e-mail address" },
  { name: "agent.name", means: "Your name" },
  { name: "ticket.number", means: "The ticket's number" },
  { name: "ticket.subject", means: "The ticket's subject" },
  { name: "team.name", means: "The name of your company" },
];

const pattern = /\{\{\s*([\w.]{1,60})\s*\}\}/g;

/** The text with its variables filled in; one that is unknown, or of which nothing is known here, stays as it is. */
export function fillVariables(text: string, values: Readonly<Record<string, string | null | undefined>>): string {
  return text.replace(pattern, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value || whole;
  });
}

/** The first variable of a text that nobody filled in, as it stands there; null when there is none. */
export function unfilledIn(text: string): string | null {
  return text.match(pattern)?.[0] ?? null;
}

/** Variables of a text that mean nothing. */
export function unknownIn(text: string): string[] {
  const known = new Set(cannedVariables.map(({ name }) => name));
  return [...text.matchAll(pattern)].flatMap(([whole, name = ""]) => (known.has(name) ? [] : [whole]));
}
