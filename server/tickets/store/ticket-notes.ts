import type { Mention, TicketNote } from "../../../protocol/admin-notes.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** So much of a note stands in the list of mentions. */
const previewChars = 200;
/** More mentions than this nobody reads in one go. */
const maxListed = 50;

export interface NoteToStore {
  id: string;
  ticketId: string;
  author: { id: string; name: string };
  content: string;
  mentions: { id: string; name: string }[];
}

/** Stores a note with its mentions; false when there is one of that id. */
export async function insertNote(tx: TenantTransaction, note: NoteToStore): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into ticket_notes (tenant_id, id, ticket_id, author, content) values ($1, $2, $3, $4, $5)
     on conflict (tenant_id, id) do nothing`,
    [tx.tenantId, note.id, note.ticketId, JSON.stringify(note.author), note.content],
  );
  if (rowCount === 0) return false;
  await tx.query(
    `insert into note_mentions (tenant_id, note_id, person_id, name)
     select $1, $2, m.id, m.name from jsonb_to_recordset($3::jsonb) as m(id uuid, name text)`,
    [tx.tenantId, note.id, JSON.stringify(note.mentions)],
  );
  return true;
}

/** A note and the ticket it stands on. */
export async function findNote(
  tx: TenantTransaction,
  id: string,
): Promise<{ ticket_id: string; content: string; author: { id: string } } | undefined> {
  const { rows } = await tx.query<{ ticket_id: string; content: string; author: { id: string } }>(
    "select ticket_id, content, author from ticket_notes where id = $1",
    [id],
  );
  return rows[0];
}

/** Notes of a ticket in an agent's view. */
const maxNotes = 100;

/** The newest notes of a ticket, oldest first. */
export async function listNotes(tx: TenantTransaction, ticketId: string): Promise<TicketNote[]> {
  const { rows } = await tx.query<Omit<TicketNote, "created_at"> & { created_at: Date }>(
    `select n.id, n.author, n.content, n.created_at,
            coalesce((select json_agg(json_build_object('id', m.person_id, 'name', m.name) order by m.name)
                        from note_mentions m where m.note_id = n.id), '[]') as mentions
       from ticket_notes n where n.ticket_id = $1 order by n.created_at desc, n.id desc limit ${maxNotes}`,
    [ticketId],
  );
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() })).reverse();
}

/** What a person was mentioned in and has not seen, newest first. */
export async function listMentions(tx: TenantTransaction, personId: string): Promise<Mention[]> {
  const { rows } = await tx.query<Omit<Mention, "created_at"> & { created_at: Date }>(
    `select n.id as note_id, n.author, left(n.content, ${previewChars}) as content, n.created_at,
            json_build_object('id', t.id, 'number', t.number, 'subject', t.subject) as ticket
       from note_mentions m
       join ticket_notes n on n.tenant_id = m.tenant_id and n.id = m.note_id
       join tickets t on t.tenant_id = n.tenant_id and t.id = n.ticket_id
      where m.person_id = $1 and m.read_at is null
      order by n.created_at desc, n.id desc limit ${maxListed}`,
    [personId],
  );
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
}

/** A person has seen what they are mentioned in on this ticket. */
export async function updateMentionsRead(tx: TenantTransaction, ticketId: string, personId: string): Promise<void> {
  await tx.query(
    `update note_mentions m set read_at = now() from ticket_notes n
      where n.tenant_id = m.tenant_id and n.id = m.note_id and n.ticket_id = $1 and m.person_id = $2 and m.read_at is null`,
    [ticketId, personId],
  );
}
