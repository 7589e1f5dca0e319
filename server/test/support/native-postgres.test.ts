import { expect, test } from "vitest";
import { nativePostgresUnavailable, startNativePostgres } from "./native-postgres.ts";

test("a native PostgreSQL starts empty, serves its owner and the superuser, and ends when told", async (context) => {
  const reason = nativePostgresUnavailable();
  if (reason) context.skip(reason);
  const server = await startNativePostgres();
  try {
    const pool = server.openPool("parley_owner", 5);
    await pool.query("create table note (id int primary key, text text)");
    await Promise.all([1, 2, 3, 4, 5].map((id) => pool.query("insert into note values ($1, $2)", [id, `note ${id}`])));
    const role = await pool.query("select rolsuper from pg_roles where rolname = current_user");
    expect(role.rows).toEqual([{ rolsuper: false }]);
    await pool.end();
    expect(await server.query("select count(*)::int as notes from note")).toEqual([{ notes: 5 }]);
  } finally {
    await server.stop();
  }
  await expect(server.query("select 1")).rejects.toThrow("ECONNREFUSED");
});
