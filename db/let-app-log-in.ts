import { withOwnerPool } from "./owner-pool.ts";

/**
 * The migration creates `parley_app` without LOGIN. If DATABASE_URL already contains a password for it, that password is set, so that a
 * first start needs no psql. A role that can already log in is not changed.
 * @param migrationUrl the owner's connection
 * @param app the application's
 */
export async function letAppLogIn(migrationUrl: string, app: URL): Promise<void> {
  const { username, password } = app;
  if (username !== "parley_app" || password === "") return;
  await withOwnerPool(migrationUrl, 1, async (pool) => {
    const { rows } = await pool.query<{ statement: string }>(
      "select format('alter role parley_app login password %L', $1::text) as statement from pg_roles where rolname = 'parley_app' and not rolcanlogin",
      [decodeURIComponent(password)],
    );
    if (rows[0]) await pool.query(rows[0].statement);
  });
}
