import { domains } from "./domain-table.mjs";

/**
 * Who may import whom. A new arrow between domains needs a decision record in docs/decisions/.
 *
 * `may`: folders or files (without extension) whose values may be imported; `mayTypes`: only with `import type`. A layer may always
 * import itself. A folder `store` or `routes` is a layer of its own and is only allowed where it is named. `only`: the packages a layer
 * may use; `never`: packages it may not. `node: false`: no Node.js modules. `everything`: no rule. The longest matching `layer` counts.
 */
const web = ["express"];
const connections = ["pg", "ioredis", "bullmq"];
const names = Object.keys(domains);
const inServer = (name) => `server/${name}`;
const foundations = ["protocol", "server/core", "server/database"];
const stores = names.map((name) => inServer(`${name}/store`));
/** Markdown as plain text, for server and screens alike (docs/decisions/0125). */
const plainText = "ui/markdown/plain-text";

/** Three layers, and arrows only point down: routes -> use cases -> store. */
function layersOf(name) {
  const own = inServer(name);
  const uses = domains[name].map(inServer);
  return [
    { layer: own, may: [...foundations, ...stores, ...uses, plainText], never: [...web, ...connections] },
    { layer: `${own}/routes`, may: [...foundations, "server/http", own, ...uses], never: connections },
    {
      layer: `${own}/store`,
      may: [...foundations, ...stores, "db", plainText],
      mayTypes: [own],
      never: [...web, "ioredis", "bullmq"],
    },
  ];
}

const serverLayers = [
  { layer: "server/app", everything: true },
  { layer: "server/wiring", everything: true },
  { layer: "server/core", may: ["protocol"], mayTypes: ["server/database"], never: web },
  { layer: "server/core/text", may: ["protocol"], only: ["@orama/stemmers", "fast-fuzzy", "zod"] },
  {
    layer: "server/database",
    may: ["protocol", "server/core", "db"],
    mayTypes: stores,
    never: [...web, "ioredis", "bullmq"],
  },
  {
    // Middleware and the OpenAPI document; knows signed-in people, and of all other domains only the types of what routes are given.
    layer: "server/http",
    may: [...foundations, "server/accounts"],
    mayTypes: [...names.map(inServer), ...names.map((name) => inServer(`${name}/routes`)), "server/wiring"],
    never: connections,
  },
  ...names.flatMap(layersOf),
  // Sessions of the sign-in library live in PostgreSQL, its counters in Redis.
  { ...layersOf("accounts")[0], layer: "server/accounts/sign-in", never: web },
  { ...layersOf("assistant")[0], layer: "server/assistant/cache", never: [...web, "pg"] },
  // The shop of the demo tenant, as strange to the rest as a company's own server (docs/decisions/0079).
  { layer: "server/operations/demo", may: ["protocol"], only: ["@modelcontextprotocol/server", "jsonwebtoken", "zod"] },
];

export const layers = [
  { layer: "protocol", may: [], only: ["zod"], node: false },
  { layer: "db", may: ["server/core/project-root"], mayTypes: ["server/core/log"], never: web },
  ...serverLayers,
  // What widget and console share (docs/decisions/0021).
  { layer: "ui", may: ["protocol"], only: ["streaming-markdown", "eventsource-parser"], node: false },
  { layer: "widget", may: ["protocol", "ui"], never: ["preact", "@preact/signals", "preact-iso"], node: false },
  { layer: "admin", may: ["protocol", "ui"], never: ["lit"], node: false },
  // Shared parts know no feature.
  {
    layer: "admin/src/ui",
    may: ["admin/src/app-context", "protocol", "ui"],
    mayTypes: ["admin/src/api"],
    never: ["lit"],
    node: false,
  },
  {
    layer: "scripts",
    may: [...foundations, ...names.map(inServer), "server/app", "server/wiring", "server/http/openapi", "db"],
    mayTypes: stores,
    never: web,
  },
  // Measurements and faults reach for parts that no product code would (docs/decisions/0125).
  { layer: "lab", everything: true },
];
