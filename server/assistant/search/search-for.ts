import type { AdminSearchQuery } from "../../../protocol/admin.ts";
import { languageOf } from "../../core/text/language.ts";
import { withTenant } from "../../database/transaction.ts";
import { findCitableChunks } from "../store/chunks.ts";
import {
  type FoundChunk,
  loadChunks,
  type SearchDeps,
  type SearchOutcome,
  type SearchQuery,
  search,
} from "./search.ts";
import { withSections } from "./whole-sections.ts";

/** Passages for one answer, in tokens: more would not be read more closely, but paid for. */
const maxContextTokens = 4_000;

/** What an answer to a visitor may rest on: public, each text once, within the budget of a model's context. */
export async function searchForVisitor(
  deps: SearchDeps,
  tenantId: string,
  query: Pick<SearchQuery, "question" | "history" | "locale">,
): Promise<FoundChunk[]> {
  return (await searchForDryRun(deps, tenantId, query)).results;
}

/** The same, with versions laid over the library, in some of its sets alone, and what is to be said of it. */
export function searchForDryRun(
  deps: SearchDeps,
  tenantId: string,
  {
    question,
    locale,
    ...query
  }: Pick<SearchQuery, "question" | "history" | "locale" | "versions" | "sets" | "explain">,
): Promise<SearchOutcome> {
  const limits = { distinct: true, audience: "public", maxTokens: maxContextTokens, sections: true } as const;
  const wanted = locale === undefined ? undefined : wantedLanguage(question, locale);
  return search(deps, tenantId, { ...query, question, locale: wanted, ...limits });
}

/** A question that tells its language is answered in it. Beside a language without rules, its neighbours would be heard in it. */
function wantedLanguage(question: string, locale: string): string {
  return languageOf("", locale) === "other" ? locale : languageOf(question, locale);
}

/** What an agent finds, who sees internal documents too unless they ask for a visitor's view. */
export function searchForAgent(deps: SearchDeps, tenantId: string, query: AdminSearchQuery): Promise<SearchOutcome> {
  const { q, audience = "internal", set, max_tokens, ...rest } = query;
  return search(deps, tenantId, { ...rest, question: q, audience, sets: set, maxTokens: max_tokens });
}

/** A passage with its section, as visitors may read it now; null when the passage is gone, hidden, or of an older version. */
export async function readSection(
  { db }: Pick<SearchDeps, "db">,
  tenantId: string,
  chunkId: string,
): Promise<FoundChunk | null> {
  const [chunk] = await withTenant(db, tenantId, (tx) => findCitableChunks(tx, [chunkId]));
  if (!chunk?.is_current || chunk.hidden !== null) return null;
  const [found] = await withSections(db, tenantId, await loadChunks({ db }, tenantId, [chunkId]));
  return found ?? null;
}
