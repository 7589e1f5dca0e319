import type { Transaction } from "./transaction.ts";

// What hangs on a row, made from the catalogue: a table that is added tomorrow is counted without anybody remembering to.

interface Cascade {
  child: string;
  parent: string;
  /** Without the tenant's, which row security compares. */
  columns: string[];
  parent_columns: string[];
}

/** References by which rows go with others. Names are the catalogue's own and quoted by it. */
async function listCascades(tx: Transaction): Promise<Cascade[]> {
  const { rows } = await tx.query<Cascade>(`
    select child.oid::regclass::text as child, parent.oid::regclass::text as parent,
           array_agg(quote_ident(a.attname) order by pair.place) as columns,
           array_agg(quote_ident(b.attname) order by pair.place) as parent_columns
      from pg_constraint k
      join pg_class child on child.oid = k.conrelid
      join pg_class parent on parent.oid = k.confrelid
      join pg_namespace n on n.oid = child.relnamespace
      cross join lateral unnest(k.conkey, k.confkey) with ordinality as pair(from_column, to_column, place)
      join pg_attribute a on a.attrelid = child.oid and a.attnum = pair.from_column
      join pg_attribute b on b.attrelid = parent.oid and b.attnum = pair.to_column
     where k.contype = 'f' and k.confdeltype = 'c' and n.nspname in ('public', 'langgraph') and b.attname <> 'tenant_id'
     group by k.oid, child.oid, parent.oid`);
  return rows;
}

/** What hangs on some rows, by table: a condition over `$1`. @param roots the rows themselves. */
export async function conditionsFrom(
  tx: Transaction,
  roots: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const cascades = await listCascades(tx);
  const conditions = new Map(roots);
  // By the shortest way from the root; what hangs on a row by a longer way too hangs on the same row.
  for (let isNew = true; isNew; ) {
    isNew = false;
    for (const child of new Set(cascades.map((cascade) => cascade.child))) {
      if (conditions.has(child)) continue;
      const ways = cascades.filter((way) => way.child === child && conditions.has(way.parent));
      if (ways.length === 0) continue;
      const each = ways.map(
        ({ columns, parent, parent_columns }) =>
          `(${columns.join(", ")}) in (select ${parent_columns.join(", ")} from ${parent} where ${conditions.get(parent)})`,
      );
      conditions.set(child, `(${each.join(" or ")})`);
      isNew = true;
    }
  }
  return conditions;
}

/** How many rows of each table go with these of `root`, they themselves among them. Tables of which none go are left out. */
export async function countCascade(
  tx: Transaction,
  root: "tickets" | "visitors" | "documents",
  ids: readonly string[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [table, condition] of await conditionsFrom(tx, new Map([[root, "id = any($1::uuid[])"]]))) {
    const { rows } = await tx.query<{ count: number }>(
      `select count(*)::int as count from ${table} where ${condition}`,
      [ids],
    );
    if (rows[0]?.count) counts[table] = rows[0].count;
  }
  return counts;
}
