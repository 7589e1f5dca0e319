import type { TenantTransaction } from "../../database/transaction.ts";

/** What a ticket is about, as it stood when it was made. */
export interface RecapRow {
  asked: string;
  tried: string;
  open: string;
  writer: "model" | "rules";
  /** The newest message that it knows of. */
  sequence: number;
  created_at: Date;
}

const columns = "asked, tried, open, writer, sequence::float8 as sequence, created_at";

export async function findRecap(tx: TenantTransaction, ticketId: string): Promise<RecapRow | undefined> {
  const { rows } = await tx.query<RecapRow>(`select ${columns} from ticket_recaps where ticket_id = $1`, [ticketId]);
  return rows[0];
}

/** Keeps the newest; undefined when the ticket is gone, or somebody's newer one is there. */
export async function insertRecap(
  tx: TenantTransaction,
  ticketId: string,
  { asked, tried, open, writer, sequence }: Omit<RecapRow, "created_at">,
): Promise<RecapRow | undefined> {
  const { rows } = await tx.query<RecapRow>(
    `insert into ticket_recaps as r (tenant_id, ticket_id, asked, tried, open, writer, sequence)
     select $1, id, $3, $4, $5, $6, $7 from tickets where id = $2
     on conflict (tenant_id, ticket_id) do update
        set asked = excluded.asked, tried = excluded.tried, open = excluded.open, writer = excluded.writer,
            sequence = excluded.sequence, created_at = now()
      where r.sequence <= excluded.sequence
     returning ${columns}`,
    [tx.tenantId, ticketId, asked, tried, open, writer, sequence],
  );
  return rows[0];
}
