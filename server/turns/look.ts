import { ModelFailure, type ModelPort, type Picture } from "../assistant/ports.ts";
import { findAttachmentFile } from "../store/attachments.ts";
import { withTenant } from "../store/transaction.ts";
import type { TurnDeps } from "./deps.ts";
import type { RunningTurn } from "./turn-context.ts";

/** Pictures of one question that a model is shown; more cost much and tell little. */
const maxPictures = 4;
/** Bytes of them together: providers take requests of some tens of megabytes, and base64 adds a third. */
const maxPictureBytes = 8 * 1024 * 1024;

/**
 * What the pictures that came with the question show, in words, where a model reads pictures; noted on the turn. Nothing of it is needed to
 * go on: without it the visitor is told that nobody has looked at them yet.
 */
export async function lookAtPictures(deps: TurnDeps, turn: RunningTurn, model: ModelPort): Promise<void> {
  const { pictures: ids, others } = turn.files;
  if (!model.look || ids.length === 0) return;
  const pictures = await readPictures(deps, turn, ids.slice(0, maxPictures));
  if (pictures.length === 0) return;
  const { question, tenant, stop } = turn;
  try {
    turn.seen = await model.look({ pictures, question, tenant }, stop.signal);
    turn.files = { pictures: ids.slice(0, pictures.length), others: [...ids.slice(pictures.length), ...others] };
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    deps.log.warn({ turn_id: turn.turnId, tenant_id: turn.tenantId, kind: error.kind }, "Could not read pictures");
  }
}

/** The first of them that fit together. */
async function readPictures(deps: TurnDeps, turn: RunningTurn, ids: readonly string[]): Promise<Picture[]> {
  return withTenant(deps.db, turn.tenantId, async (tx) => {
    const pictures: Picture[] = [];
    let room = maxPictureBytes;
    for (const id of ids) {
      const file = await findAttachmentFile(tx, { ticketId: turn.ticketId, id }, { size: "full", reader: "visitor" });
      room -= file?.bytes.length ?? 0;
      if (!file?.isPicture || room < 0) break;
      pictures.push({ type: file.type, bytes: file.bytes });
    }
    return pictures;
  });
}
