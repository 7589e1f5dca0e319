import type { RequestHandler } from "express";
import { noteRequestSchema } from "../../../protocol/admin-notes.ts";
import { agentOf } from "../../http/credentials.ts";
import { parseBody } from "../../http/parse.ts";
import { noteOnTicket, readMentions, seeMentions } from "../desk/notes.ts";
import { type DeskContext, targetOf, verb } from "./desk-target.ts";

/** `POST tickets/:id/notes`: something for the team alone. */
export function noteRoute(ctx: DeskContext): RequestHandler {
  return verb(ctx, (target, request) => {
    const { note_id: noteId, content, mentions } = parseBody(noteRequestSchema, request.body);
    return noteOnTicket(ctx.desk, target, { noteId, content, mentions });
  });
}

/** `POST tickets/:id/mentions-seen`: the caller has read what they are mentioned in there. */
export function seeMentionsRoute({ desk }: DeskContext): RequestHandler {
  return async (request, response) => {
    await seeMentions(desk, targetOf(request, response));
    response.json({ ok: true });
  };
}

/** `GET mentions`: notes that mention the caller, and that they have not seen. */
export function listMentionsRoute({ desk }: DeskContext): RequestHandler {
  return async (_request, response) => {
    const { tenantId, personId } = agentOf(response);
    response.json({ items: await readMentions(desk, tenantId, personId) });
  };
}
