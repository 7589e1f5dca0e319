import { describe } from "vitest";
import { chooseProduction } from "../../test/support/backends.ts";

/** Runs the turns' suites again on PostgreSQL with many connections and on the Redis hub. */
describe.skipIf(!chooseProduction())("on PostgreSQL and Redis", async () => {
  await import("./turns.test.ts");
  await import("./pending-messages.test.ts");
  await import("./clarification.test.ts");
});
