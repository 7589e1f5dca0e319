import type { Shop } from "../parley.ts";
import type { Services } from "../services.ts";
import type { Stage } from "../stage.ts";

/** The scripted model's speed, like a fast hosted model. */
export const floodModel = { firstMs: 200, tokenMs: 10, tokens: 60 };

/** A production installation with its tenants. */
export interface Installation {
  /** The addresses of both API processes. */
  apis: string[];
  shops: Shop[];
  /** Process ids by name. */
  pids: Map<string, number>;
}

/** Starts two API processes and a worker. @throws Error when PostgreSQL has no pgvector and `withoutVectors` is false. */
export async function install(
  stage: Stage,
  { tenants, withoutVectors }: { tenants: number; withoutVectors: boolean },
): Promise<Installation> {
  const { services } = stage;
  requireVectors(services, withoutVectors);
  // One after the other: the first process migrates the database.
  for (const ROLE of ["api", "api", "worker"]) await stage.start({ ROLE });
  const shops: Shop[] = [];
  for (let nth = 0; nth < tenants; nth += 1) shops.push(await stage.shop());
  const names = ["API 1", "API 2", "worker"];
  const pids = new Map([
    ...stage.servers.map(({ pid }, nth) => [names[nth] ?? "", pid] as const),
    ["PostgreSQL", services.postgresPid],
    ["Redis", services.redisPid],
    ["model (scripted)", stage.modelPid],
    ["PgBouncer", services.poolerPid ?? 0],
  ]);
  return {
    apis: stage.servers.slice(0, 2).map(({ api }) => api),
    shops,
    pids: new Map([...pids].filter(([, pid]) => pid > 0)),
  };
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
