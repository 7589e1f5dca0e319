import { noteUses } from "../assembly/preferences/preferences.ts";
import { asError } from "../errors.ts";
import type { CopilotMessageRow } from "../store/copilot-messages.ts";
import type { Person, WorkspaceDeps } from "./deps.ts";
import { libraryFor } from "./library.ts";

/** Notes which documents a person has tagged in a message: from that alone the copilot learns what to include. Never throws. */
export async function noteTagged(
  deps: WorkspaceDeps,
  run: Person & { id: string },
  { mentions }: Pick<CopilotMessageRow, "mentions">,
): Promise<void> {
  const tagged = mentions.documents ?? [];
  if (tagged.length === 0) return;
  try {
    const documents = await libraryFor(deps, run.tenantId).listDocuments();
    const ids = documents.filter(({ version_id: id }) => tagged.includes(id)).map(({ document_id: id }) => id);
    const uses = [...new Set(ids)].map((documentId) => ({ documentId, kind: "mentioned" as const }));
    await noteUses(deps, run, { occasionId: run.id, uses });
  } catch (error) {
    deps.log.warn({ err: asError(error).message }, "Could not record the use of documents");
  }
}
