import { copilotBodySchema } from "../../protocol/copilot-talk.ts";
import { noteUses } from "../assembly/preferences/preferences.ts";
import { asError } from "../errors.ts";
import type { RunChange } from "../store/copilot-messages.ts";
import type { UseKind } from "../store/copilot-uses.ts";
import type { Person, WorkspaceDeps } from "./deps.ts";

/** Notes which documents a person's message named and its result cites: from it the copilot learns what to include. */
export async function noteRunUses(
  deps: Pick<WorkspaceDeps, "db" | "log">,
  run: Person & { id: string },
  change: RunChange,
): Promise<void> {
  const uses = usesOf(change);
  await noteUses(deps, run, { occasionId: run.id, uses }).catch((error: unknown) =>
    deps.log.warn({ err: asError(error).message }, "Could not record the use of documents"),
  );
}

function usesOf({ state, body, context }: RunChange): { documentId: string; kind: UseKind }[] {
  const { data } = copilotBodySchema.safeParse(body);
  if (state !== "done" || !data) return [];
  const cited = data.excerpts.flatMap(({ document_id: id }) => (id === null ? [] : [id]));
  // Targets of an audit that were looked for are not what the person named.
  const wasNamed = !context?.taken.some(({ kind, source }) => kind === "document" && source !== "mentioned");
  const named = wasNamed ? data.documents.map(({ document_id: id }) => id) : [];
  return [
    ...[...new Set(cited)].map((documentId) => ({ documentId, kind: "cited" as const })),
    ...[...new Set(named)].map((documentId) => ({ documentId, kind: "mentioned" as const })),
  ];
}
