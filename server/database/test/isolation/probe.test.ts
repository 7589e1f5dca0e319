import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asPlatform } from "../../../test/support/as-platform.ts";
import { openTestDatabase } from "../../../test/support/database.ts";
import { asOwner } from "../../../test/support/native-database.ts";
import type { Database } from "../../database.ts";
import { probeIsolation } from "../../isolation-probe.ts";

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

describe("the probe", () => {
  it("finds every table closed to other tenants, to nobody and to the platform, and leaves nothing behind", async () => {
    const report = await probeIsolation(db);
    expect(report.faults).toEqual([]);
    expect(report.tables).toEqual(
      expect.arrayContaining([
        "public.tenants",
        "public.messages",
        ...(db.vectors ? ["public.chunk_embeddings"] : []),
        "public.document_files",
        "langgraph.checkpoints",
        "langgraph.checkpoint_writes",
      ]),
    );
    expect(report.tries).toBeGreaterThan(report.tables.length * 8);
    const { rows } = await asPlatform(db, (tx) => tx.query("select tenant_id from tenants"));
    expect(rows).toEqual([]);
  });
});

describe("the probe names the table", () => {
  it.each([
    {
      name: "that shows rows to everybody",
      ruin: "create policy open on snippets for select to parley_app using (true)",
      mend: "drop policy open on snippets",
      says: [
        "table public.snippets shows 1 rows to another tenant",
        "table public.snippets shows 2 rows to nobody's tenant",
      ],
    },
    {
      name: "whose rows can be given away and taken",
      ruin: "alter table feedback disable row level security",
      mend: "alter table feedback enable row level security",
      says: [
        "table public.feedback lets a tenant add a row to another tenant; only a constraint prevents it",
        "table public.feedback allows update of 1 rows of another tenant",
        "table public.feedback allows delete of 1 rows of another tenant",
      ],
    },
    {
      name: "that refers past its tenant",
      ruin: "alter table model_calls drop constraint model_calls_tenant_id_ticket_id_fkey; create unique index loose on tickets (id); alter table model_calls add constraint loose foreign key (ticket_id) references tickets (id)",
      mend: "alter table model_calls drop constraint loose; drop index loose; alter table model_calls add foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade",
      says: ["table public.model_calls lets a row refer to another tenant's public.tickets"],
    },
    {
      name: "that was added and never protected",
      ruin: "create table notes (tenant_id uuid not null, body text not null); grant all on notes to parley_app, parley_platform",
      mend: "drop table notes",
      says: [
        "table public.notes shows 1 rows to another tenant",
        "table public.notes lets a tenant move its row to another tenant",
        "table public.notes lets the platform role add rows",
      ],
    },
  ])("$name", async ({ ruin, mend, says }) => {
    await asOwner(db, ruin);
    const { faults } = await probeIsolation(db);
    await asOwner(db, mend);
    expect(faults.map(({ subject, fault }) => `${subject} ${fault}`)).toEqual(expect.arrayContaining(says));
  });
});
