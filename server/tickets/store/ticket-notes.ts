import { sql } from "kysely";
import { type Mention, mentionSchema, type TicketNote, ticketNoteSchema } from "../../../protocol/admin-notes.ts";
import { json } from "../../database/column-types.ts";
import { now, query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { shownTitle } from "./shown-title.ts";

/** Length of the excerpt of a note in the list of mentions. */
const previewChars = 200;
/** The most mentions that are listed. */
const maxListed = 50;
/** The most notes of one ticket that are listed. */
const maxNotes = 100;

export interface NoteToStore {
  id: string;
  ticketId: string;
  author: { id: string; name: string };
  content: string;
  mentions: { id: string; name: string }[];
}

/** Stores a note with its mentions. @returns false when a note with this id exists. */
export async function insertNote(tx: TenantTransaction, note: NoteToStore): Promise<boolean> {
  const { id, ticketId, author, content, mentions } = note;
  const inserted = await tx.run(
    query
      .insertInto("ticket_notes")
      .values({ tenant_id: tx.tenantId, id, ticket_id: ticketId, author: json(author), content })
      .onConflict((conflict) => conflict.columns(["tenant_id", "id"]).doNothing()),
  );
  if (inserted === 0) return false;
  await tx.run(sql`
    insert into note_mentions (tenant_id, note_id, person_id, name)
    select ${tx.tenantId}, ${id}, m.id, m.name from jsonb_to_recordset(${json(mentions)}::jsonb) as m(id uuid, name text)`);
  return true;
}

export async function findNote(
  tx: TenantTransaction,
  id: string,
): Promise<{ ticket_id: string; content: string; author: TicketNote["author"] } | undefined> {
  const note = await tx.first(
    query.selectFrom("ticket_notes").select(["ticket_id", "content", "author"]).where("id", "=", id),
  );
  return note && { ...note, author: ticketNoteSchema.shape.author.parse(note.author) };
}

/** The newest notes of a ticket, oldest first. */
export async function listNotes(tx: TenantTransaction, ticketId: string): Promise<TicketNote[]> {
  const mentions = sql<TicketNote["mentions"]>`
    coalesce((select json_agg(json_build_object('id', m.person_id, 'name', m.name) order by m.name)
                from note_mentions m where m.note_id = ticket_notes.id), '[]')`;
  const rows = await tx.all(
    query
      .selectFrom("ticket_notes")
      .select(["id", "author", "content", "created_at", mentions.as("mentions")])
      .where("ticket_id", "=", ticketId)
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .limit(maxNotes),
  );
  return rows.map((row) => ticketNoteSchema.parse({ ...row, created_at: row.created_at.toISOString() })).reverse();
}

/** Unread mentions of a person, newest first. */
export async function listMentions(tx: TenantTransaction, personId: string): Promise<Mention[]> {
  const rows = await tx.all(
    query
      .selectFrom("note_mentions as m")
      .innerJoin("ticket_notes as n", (join) =>
        join.onRef("n.tenant_id", "=", "m.tenant_id").onRef("n.id", "=", "m.note_id"),
      )
      .innerJoin("tickets as t", (join) =>
        join.onRef("t.tenant_id", "=", "n.tenant_id").onRef("t.id", "=", "n.ticket_id"),
      )
      .select([
        "n.id as note_id",
        "n.author",
        sql<string>`left(n.content, ${previewChars})`.as("content"),
        "n.created_at",
        sql<
          Mention["ticket"]
        >`json_build_object('id', t.id, 'number', t.number, 'subject', coalesce(t.title, t.subject))`.as("ticket"),
      ])
      .where("m.person_id", "=", personId)
      .where("m.read_at", "is", null)
      .orderBy("n.created_at", "desc")
      .orderBy("n.id", "desc")
      .limit(maxListed),
  );
  return rows.map(({ ticket, ...row }) =>
    mentionSchema.parse({
      ...row,
      ticket: { ...ticket, subject: shownTitle(ticket.subject) },
      created_at: row.created_at.toISOString(),
    }),
  );
}

/** Marks a person's mentions on a ticket as read. */
export async function updateMentionsRead(tx: TenantTransaction, ticketId: string, personId: string): Promise<void> {
  await tx.run(
    query
      .updateTable("note_mentions as m")
      .from("ticket_notes as n")
      .set({ read_at: now })
      .whereRef("n.tenant_id", "=", "m.tenant_id")
      .whereRef("n.id", "=", "m.note_id")
      .where("n.ticket_id", "=", ticketId)
      .where("m.person_id", "=", personId)
      .where("m.read_at", "is", null),
  );
}
