import { noteRoutes } from "../../../protocol/routes/notes.ts";
import type { Routes } from "../../http/routes.ts";
import { noteOnTicket, readMentions, seeMentions } from "../desk/notes.ts";
import { change, type DeskContext, targetOf } from "./desk-target.ts";

export function addNoteRoutes(routes: Routes, ctx: DeskContext): void {
  routes.implement(noteRoutes, {
    addNote: ({ body: { note_id: noteId, content, mentions }, ...call }) =>
      change(ctx, call, (target) => noteOnTicket(ctx.desk, target, { noteId, content, mentions })),
    seeMentions: (call) => seeMentions(ctx.desk, targetOf(call)),
    listMentions: async ({ caller }) => ({ items: await readMentions(ctx.desk, caller.tenantId, caller.personId) }),
  });
}
