import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createShop, environment, type Parley, type Shop, startModel, startParley } from "../parley.ts";
import { end } from "../processes.ts";
import { type Services, startServices } from "../services.ts";

/** The scripted model's speed, like a fast hosted model. */
const script = { firstMs: 200, tokenMs: 10, tokens: 60 };

/** A separate production installation: PostgreSQL, Redis, two API processes, a worker and a scripted model. */
export interface Installation {
  services: Services;
  /** The addresses of both API processes. */
  apis: string[];
  shops: Shop[];
  /** Process ids by name. */
  pids: Map<string, number>;
  env: Record<string, string>;
  stop(): Promise<void>;
}

/** @throws Error when PostgreSQL has no pgvector and `withoutVectors` is false. */
export async function install(input: { tenants: number; withoutVectors: boolean }): Promise<Installation> {
  const closers: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    const services = await startServices();
    closers.push(() => services.stop());
    requireVectors(services, input.withoutVectors);
    const folder = await mkdtemp(join(tmpdir(), "parley-load-"));
    closers.push(() => rm(folder, { recursive: true, force: true }));
    const model = await startModel(script);
    closers.push(() => end(model.child, "SIGTERM"));
    const env = { ...environment(services, join(folder, "data"), model.url), DEMO: "off" };
    const start = async (role: string): Promise<Parley> => {
      const parley = await startParley({ ...env, ROLE: role });
      closers.push(() => end(parley.child, "SIGTERM"));
      return parley;
    };
    // One after the other: the first process migrates the database.
    const first = await start("api");
    const second = await start("api");
    const worker = await start("worker");
    const shops: Shop[] = [];
    for (let nth = 0; nth < input.tenants; nth += 1) shops.push(await createShop(env, join(folder, `shop-${nth}`)));
    const pids = new Map([
      ["API 1", first.pid],
      ["API 2", second.pid],
      ["worker", worker.pid],
      ["PostgreSQL", services.postgresPid],
      ["Redis", services.redisPid],
      ["model (scripted)", model.child.pid ?? 0],
      ...(services.poolerPid === undefined ? [] : [["PgBouncer", services.poolerPid] as const]),
    ]);
    return { services, apis: [first.api, second.api], shops, pids, env, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @throws Error without pgvector, unless `withoutVectors` is set. */
export function requireVectors({ pgvector }: Services, withoutVectors: boolean): void {
  if (pgvector !== undefined) process.stdout.write(`PostgreSQL with pgvector ${pgvector}\n`);
  else if (withoutVectors) process.stdout.write("PostgreSQL without pgvector, as requested: search uses words only\n");
  else
    throw new Error(
      "This PostgreSQL has no pgvector, so half of every search would not be measured. Install it (on Debian with the packages of PostgreSQL: apt-get install postgresql-15-pgvector; or from its source, github.com/pgvector/pgvector: make && make install), or name another server's program in POSTGRES_PATH, or say --without-vectors.",
    );
}
