import { ensureBuilt } from "./setup/ensure-built.mjs";
import { ensureInstalled } from "./setup/install.mjs";
import { findProgram } from "./setup/programs.mjs";
import { runNode } from "./setup/run.mjs";

// `npm run test:pgbouncer`: runs the tests of tenant isolation and of delivery, with PgBouncer in transaction mode between the application
// and a real PostgreSQL. The suites are those of `npm test`. Arguments choose other files.

const isolation = ["isolation/", "database", "transaction", "native-database", "lock-order", "pgbouncer"];
const delivery = [
  "production-turns",
  "production-desk",
  "production-entry",
  "production.e2e",
  "process-faults.e2e",
  "desk-processes",
  "library-work",
  "queues",
  "live-log",
  "stream-tickets",
  "random-cuts",
  "newer-version",
  "checkpointer",
  "long-tickets",
  "ending-faults",
  "redis-faults",
];

const missing = ["postgres", "pgbouncer", "redis-server"].filter((program) => !findProgram(program));
if (missing.length > 0) {
  console.error(
    `Not installed: ${missing.join(", ")}. On Debian, run: apt-get install postgresql pgbouncer redis-server`,
  );
  process.exit(1);
}
await ensureInstalled();
if (!(await ensureBuilt())) process.exit(1);
const named = process.argv.slice(2);
const files = named.length > 0 ? named : [...isolation, ...delivery].map((name) => `/test/${name}`);
// Each file starts its own servers. More files at once than cores would wait for each other.
process.exitCode = await runNode(["node_modules/vitest/vitest.mjs", "run", "--maxWorkers=2", ...files], {
  env: { ...process.env, TEST_POOLER: "pgbouncer", TEST_BACKEND: "production" },
});
