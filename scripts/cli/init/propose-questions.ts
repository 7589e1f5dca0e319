import type { KnowledgeDeps } from "../../../server/knowledge/documents/deps.ts";
import { listHeadings } from "../../../server/knowledge/documents/list-headings.ts";

/** Headings that name a part of a site rather than a matter. */
const dull =
  /^(?:home|welcome|about(?: us)?|contact(?: us)?|blog|news|menu|search|faq|overview|introduction|imprint|privacy(?: policy)?|terms.*|cookies?.*|\d+)$/i;
const fewestChars = 6;
const mostChars = 90;

/**
 * Proposes questions to try the assistant with: first the questions on the pages, then their topics; many pages before many questions of
 * one page.
 */
export async function proposeQuestions(
  deps: Pick<KnowledgeDeps, "db">,
  tenantId: string,
  limit: number,
): Promise<string[]> {
  return questionsFrom(await listHeadings(deps, tenantId), limit);
}

export function questionsFrom(headings: readonly { title: string; heading: string }[], limit: number): string[] {
  const asked: string[] = [];
  const made: string[] = [];
  const seen = new Set<string>();
  for (const { title, heading } of headings) {
    const text = heading.split(" > ").at(-1)?.replace(/\s+/g, " ").trim() ?? "";
    if (text.length < fewestChars || text.length > mostChars || dull.test(text) || seen.has(text.toLowerCase()))
      continue;
    seen.add(text.toLowerCase());
    if (text.endsWith("?")) asked.push(text);
    else if (text.toLowerCase() !== title.toLowerCase() || made.length < limit)
      made.push(`What do I need to know about “${text}”?`);
  }
  return [...spread(asked, limit), ...spread(made, limit)].slice(0, limit);
}

/** From all over the list: its first entries are often of one page. */
function spread(all: readonly string[], limit: number): string[] {
  if (all.length <= limit) return [...all];
  return Array.from({ length: limit }, (_, index) => all[Math.floor((index * all.length) / limit)] ?? "");
}
