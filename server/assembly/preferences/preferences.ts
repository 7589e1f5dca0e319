import type { CopilotPreferences, Stance } from "../../../protocol/copilot-preferences.ts";
import { documentIdSchema } from "../../../protocol/ids.ts";
import { AppError } from "../../errors.ts";
import { findTitles } from "../../store/copilot-library.ts";
import {
  deletePreferences,
  deleteUses,
  insertUses,
  listPreferenceRows,
  type UseKind,
  upsertPreference,
} from "../../store/copilot-uses.ts";
import type { Database } from "../../store/database.ts";
import { withTenant } from "../../store/transaction.ts";
import { decide } from "./decide.ts";

/** Whose preferences they are: of one person within one tenant, and nobody else's. */
export interface Whose {
  tenantId: string;
  personId: string;
}

interface Deps {
  db: Database;
}

const noSuch = () => new AppError("not_found", "Document not found.");

/** What the copilot has learned of a person, and what they set by hand, used last first. */
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

/** Sets by hand what becomes of a document. @throws AppError `not_found`. */
export async function setPreference(
  { db }: Deps,
  { tenantId, personId }: Whose,
  { documentId, stance }: { documentId: string; stance: Stance },
): Promise<void> {
  if (!(await withTenant(db, tenantId, (tx) => upsertPreference(tx, { personId, documentId, stance })))) throw noSuch();
}

/** Forgets what was learned and set of one document, or of all. @throws AppError `not_found` for a document that is not there. */
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

/** Notes that a document was of no use for a message. @throws AppError `not_found`. */
export async function dismissDocument(
  { db }: Deps,
  { tenantId, personId }: Whose,
  { documentId, occasionId }: { documentId: string; occasionId: string },
): Promise<void> {
  await withTenant(db, tenantId, async (tx) => {
    if ((await findTitles(tx, [documentId])).size === 0) throw noSuch();
    await insertUses(tx, { personId, occasionId, uses: [{ documentId, kind: "dismissed" }] });
  });
}

/** Notes how a person used documents on one occasion. */
export async function noteUses(
  { db }: Deps,
  { tenantId, personId }: Whose,
  noted: { occasionId: string; uses: readonly { documentId: string; kind: UseKind }[] },
): Promise<void> {
  if (noted.uses.length === 0) return;
  await withTenant(db, tenantId, (tx) => insertUses(tx, { personId, ...noted }));
}
