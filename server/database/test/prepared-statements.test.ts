import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { keepPlan, send, tryKeeping } from "../../../db/prepared.ts";
import {
  type NativePostgres,
  nativePostgresUnavailable,
  startNativePostgres,
} from "../../test/support/native-postgres.ts";

const unavailable = nativePostgresUnavailable();
if (unavailable) console.warn(`skipped: prepared statements (${unavailable})`);

describe.skipIf(unavailable !== undefined)("statements whose plan is kept", () => {
  let server: NativePostgres;
  let pool: pg.Pool;

  beforeAll(async () => {
    server = await startNativePostgres();
  });
  beforeEach(() => {
    pool = new pg.Pool({ connectionString: server.url, max: 2, pipeline: true });
    // Ending a pool does not wait for the server, which may cut off a connection when it stops.
    pool.on("connect", (client) => client.on("error", () => {}));
    pool.on("error", () => {});
    return () => pool.end();
  });
  afterAll(() => server?.stop());

  async function withClient<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    const client = await pool.connect();
    return work(client).finally(() => client.release());
  }

  it("are read once on each connection, others every time", async () => {
    const kept = keepPlan("select $1::int + 1 as sum");
    await tryKeeping(pool);
    await withClient(async (client) => {
      for (const value of [1, 2, 3]) {
        const { rows } = await send<{ sum: number }>(client, kept, { values: [value] });
        expect(rows).toEqual([{ sum: value + 1 }]);
        await send(client, "select $1::int + 2 as sum", { values: [value] });
      }
      const { rows } = await client.query(
        "select statement, (generic_plans + custom_plans)::int as uses from pg_prepared_statements where statement <> 'select 1'",
      );
      expect(rows).toEqual([{ statement: kept, uses: 3 }]);
    });
  });

  it("follow the role and the tenant of their transaction", async () => {
    const kept = keepPlan("select id from things order by id");
    await tryKeeping(pool);
    for (const sql of [
      "create role visitor",
      "create table things (id int, tenant text)",
      "insert into things values (1, 'one'), (2, 'two'), (3, 'two')",
      "alter table things enable row level security",
      "create policy own on things to visitor using (tenant = current_setting('app.tenant'))",
      `grant select on things to visitor; grant visitor to ${new URL(server.url).username}; alter table things owner to ${new URL(server.url).username}`,
    ])
      await server.query(sql);
    await withClient(async (client) => {
      const seenBy = async (role: string, tenant: string) => {
        await client.query(
          `begin; select set_config('role', '${role}', true), set_config('app.tenant', '${tenant}', true)`,
        );
        const { rows } = await send<{ id: number }>(client, kept, {});
        await client.query("commit");
        return rows.map(({ id }) => id);
      };
      const owner = new URL(server.url).username;
      for (let round = 0; round < 7; round += 1) {
        expect(await seenBy("visitor", "one")).toEqual([1]);
        expect(await seenBy("visitor", "two")).toEqual([2, 3]);
        expect(await seenBy(owner, "one")).toEqual([1, 2, 3]);
      }
    });
  });

  it("are sent whole once a connection has lost one", async () => {
    const kept = keepPlan("select 1 as one");
    await tryKeeping(pool);
    await withClient(async (client) => {
      await send(client, kept, {});
      await client.query("deallocate all");
      await expect(send(client, kept, {})).rejects.toThrow(/does not exist/);
      expect((await send(client, kept, {})).rows).toEqual([{ one: 1 }]);
    });
  });

  it("are kept on connections of one's own, and of no other pool of the process", async () => {
    const kept = keepPlan("select 1 as one");
    const other = server.openPool(new URL(server.url).username, 1);
    expect(await tryKeeping(pool)).toEqual({ sharesConnections: false, keepsStatements: true });
    const client = await other.connect();
    await send(client, kept, {});
    const { rows } = await client.query("select name from pg_prepared_statements where statement = $1", [kept]);
    client.release();
    await other.end();
    expect(rows).toEqual([]);
  });
});
