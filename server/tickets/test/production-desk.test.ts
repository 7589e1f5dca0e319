import { describe } from "vitest";
import { chooseProduction } from "../../test/support/backends.ts";

/** Runs the desk's suites again on PostgreSQL with many connections and on the Redis hub. */
describe.skipIf(!chooseProduction())("on PostgreSQL and Redis", async () => {
  await import("./desk-verbs.test.ts");
  await import("./take-over.test.ts");
});
