import type { CopilotPreference, CopilotPreferences, Stance } from "../../../protocol/copilot-preferences.ts";
import { documentIdSchema } from "../../../protocol/ids.ts";
import {
  deletePreferences,
  deleteUses,
  insertUses,
  listPreferenceRows,
  type PreferenceRow,
  upsertPreference,
} from "../../copilot/store/copilot-uses.ts";
import { AppError } from "../../core/errors.ts";
import type { Database } from "../../database/database.ts";
import { withTenant } from "../../database/transaction.ts";
import { findTitles } from "../../knowledge/store/documents.ts";
import { baseWeights, fadedWeight } from "./candidate.ts";

/** The person within one tenant whose preferences these are. */
export interface Whose {
  tenantId: string;
  personId: string;
}

interface Deps {
  db: Database;
}

const noSuch = () => new AppError("not_found", "Document not found.");

/** A person's preferences, learned by the copilot or set manually, most recently used first. */
export async function listPreferences({ db }: Deps, { tenantId, personId }: Whose): Promise<CopilotPreferences> {
  const rows = await withTenant(db, tenantId, (tx) => listPreferenceRows(tx, personId));
  const now = new Date();
  return {
    items: rows.map((row) => ({
      document_id: documentIdSchema.parse(row.document_id),
      title: row.title,
      stance: row.stance,
      ...decide(row, now),
      last_used_at: row.last_used_at?.toISOString() ?? null,
    })),
  };
}

/** Sets a document's preference manually. @throws AppError `not_found`. */
export async function setPreference(
  { db }: Deps,
  { tenantId, personId }: Whose,
  { documentId, stance }: { documentId: string; stance: Stance },
): Promise<void> {
  if (!(await withTenant(db, tenantId, (tx) => upsertPreference(tx, { personId, documentId, stance })))) throw noSuch();
}

/** Deletes the preferences for one document, or for all. @throws AppError `not_found` for an unknown document. */
export async function resetPreferences(
  { db }: Deps,
  { tenantId, personId }: Whose,
  documentId: string | null = null,
): Promise<void> {
  await withTenant(db, tenantId, async (tx) => {
    if (documentId !== null && (await findTitles(tx, [documentId])).size === 0) throw noSuch();
    await deleteUses(tx, personId, documentId);
    await deletePreferences(tx, personId, documentId);
  });
}

/** Records that a document was not useful for a message. @throws AppError `not_found`. */
export async function dismissDocument(
  { db }: Deps,
  { tenantId, personId }: Whose,
  { documentId, occasionId }: { documentId: string; occasionId: string },
): Promise<void> {
  await withTenant(db, tenantId, async (tx) => {
    if ((await findTitles(tx, [documentId])).size === 0) throw noSuch();
    await insertUses(tx, { personId, occasionId, kind: "dismissed", ids: [documentId] });
  });
}

/** Number of uses, or dismissals, in the counted days from which a preference is learned. */
const learnedAfter = 3;

export interface Decided extends Pick<CopilotPreference, "effect" | "weight" | "reason"> {}

/** The effect of a person's use and manual setting on a document. The more recent of two learned preferences applies. */
export function decide(row: Omit<PreferenceRow, "document_id" | "title">, now: Date): Decided {
  if (row.stance === "always") return { effect: "always", weight: baseWeights.always, reason: 'you chose "Always"' };
  if (row.stance === "never") return { effect: "never", weight: 0, reason: 'you chose "Never"' };
  const weight = fadedWeight(baseWeights.search, row.last_used_at ?? undefined, now);
  if (row.stance === "neutral") return { effect: "usual", weight, reason: 'you chose "Default"' };
  const isDismissed = row.dismissed >= learnedAfter;
  const isUsed = row.used >= learnedAfter;
  const dismissedLast = (row.last_dismissed_at?.getTime() ?? 0) > (row.last_used_at?.getTime() ?? 0);
  if (isDismissed && (!isUsed || dismissedLast)) {
    const reason = `you dismissed it ${times(row.dismissed)} since ${day(row.dismissed_since)}`;
    return { effect: "never", weight: 0, reason };
  }
  if (isUsed)
    return {
      effect: "always",
      weight: baseWeights.always,
      reason: `you tagged it ${times(row.used)} since ${day(row.used_since)}`,
    };
  if (row.last_used_at === null)
    return { effect: "usual", weight, reason: `you last dismissed it on ${day(row.last_dismissed_at)}` };
  const faded = weight < baseWeights.search ? "; its weight drops each month without use" : "";
  return { effect: "usual", weight, reason: `you last tagged it on ${day(row.last_used_at)}${faded}` };
}

const words = ["", "once", "twice", "three times", "four times", "five times", "six times"];

function times(count: number): string {
  return words[count] ?? `${count} times`;
}

const dayFormat = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", timeZone: "UTC" });

function day(at: Date | null): string {
  return at ? dayFormat.format(at) : "a while ago";
}
