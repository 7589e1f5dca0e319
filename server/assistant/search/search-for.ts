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

/** Token limit for an answer's passages: models do not read more of them more closely, but they cost more. */
const maxContextTokens = 4_000;

/** Searches the passages for an answer to a visitor: public, without repeated texts, within a model's budget. */
export async function searchForVisitor(
  deps: SearchDeps,
  tenantId: string,
  query: Pick<SearchQuery, "question" | "history" | "locale">,
): Promise<FoundChunk[]> {
  return (await searchForDryRun(deps, tenantId, query)).results;
}

/** The same for a dry run: with changed versions, only in some sets, and with explanations. */
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

/**
 * The language recognized from the question. When the tenant's language has no rules here, its questions would be mistaken for a similar
 * language, so the locale is used.
 */
function wantedLanguage(question: string, locale: string): string {
  return languageOf("", locale) === "other" ? locale : languageOf(question, locale);
}

/** Searches for an agent, who also sees internal documents unless they choose a visitor's view. */
export function searchForAgent(deps: SearchDeps, tenantId: string, query: AdminSearchQuery): Promise<SearchOutcome> {
  const { q, audience = "internal", set, max_tokens, ...rest } = query;
  return search(deps, tenantId, { ...rest, question: q, audience, sets: set, maxTokens: max_tokens });
}

/** A passage with its section as visitors can currently read it; null when the passage is deleted, hidden, or of an older version. */
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
