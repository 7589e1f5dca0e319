import type { Transaction } from "./transaction.ts";

// Foreign keys with cascade, from the catalogue, so that a new table is counted automatically.

interface Cascade {
  child: string;
  parent: string;
  /** Without the tenant's column, which row security compares. */
  columns: string[];
  parent_columns: string[];
}

/** References with cascading deletes. Names come from the catalogue, which quotes them. */
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
     where k.contype = 'f' and k.confdeltype = 'c' and n.nspname in (current_schema(), 'langgraph') and b.attname <> 'tenant_id'
     group by k.oid, child.oid, parent.oid`);
  return rows;
}

/** Conditions over `$1` for the rows that depend on some rows, by table. @param roots condition for the rows themselves. */
export async function conditionsFrom(
  tx: Transaction,
  roots: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const cascades = await listCascades(tx);
  const conditions = new Map(roots);
  // By the shortest path from the root; a longer path from a row leads to the same root row.
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

/**
 * Number of rows per table that are deleted with these rows of `root`, including the rows themselves. Tables without such rows are left
 * out.
 */
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
