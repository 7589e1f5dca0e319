import { inServer, shared, web } from "./room-words.mjs";

/** Rooms of the CLI and of the lab: measurements and faults, which are not shipped (docs/decisions/0011). */
export const scriptRooms = [
  {
    room: "scripts",
    may: [
      "server/tenants",
      "server/operations/doctor",
      "server/accounts/people",
      "server/knowledge",
      "server/reading",
      "server/operations/privacy",
      "server/wiring",
      "server/operations/demo",
      "server/tools/manage",
      "server/assistant/memory",
      "lab/eval",
      "db",
      ...shared,
    ],
    mayTypes: ["server/store"],
    never: web,
  },
  // Parts of the guide that are made of the program: commands, settings, endpoints.
  { room: "scripts/reference", may: ["scripts", "server/http/openapi", "server/config", ...shared], never: [] },
  {
    room: "lab",
    may: ["server/tenants", "server/reading", "server/assistant/memory", "scripts/setup", "db", ...shared],
    never: web,
  },
  {
    // Measures the parts one by one, each as the server uses it (docs/decisions/0011).
    room: "lab/eval",
    may: ["knowledge", "reading", "search", "cache", "models", "store", "gaps", "memory", "copilot", "jobs/queues"]
      .map(inServer)
      .concat("server/assistant/ports", "server/aids/gather-passages", "db", shared)
      // The rules by which a turn asks back and knows small talk, which need no running server.
      .concat("server/assistant/readings", "server/assistant/intent", "server/assistant/nodes/question")
      // What a visitor sees beside an answer, or instead of one.
      .concat("server/assistant/related-sections"),
    never: web,
  },
  // What Parley is measured against: Express with nothing behind it.
  { room: "lab/bench/overhead/pass-through", may: [], never: [] },
  // Counts from within the process what a message goes through (docs/decisions/0011).
  {
    room: "lab/bench/walk",
    may: ["server/main", "server/tenants", "lab/bench", ...shared],
    never: web,
  },
  // Tries a release on the embedded default (docs/decisions/0098).
  { room: "lab/bench/gate", may: ["server/main", "server/tenants", "lab/bench", ...shared], never: web },
  // Times the answer cache by itself (docs/decisions/0011).
  { room: "lab/bench/embeddings", may: ["server/models", ...shared], never: web },
  {
    room: "lab/bench/cache-lookup",
    may: ["server/assistant/cache", "server/live/redis-connections", "lab/bench", ...shared],
    never: web,
  },
  // Times one statement of the store on a table that no product call would fill (docs/decisions/0011).
  { room: "lab/bench/vector-recall", may: ["server/store", "db", ...shared], never: web },
  // Times and explains statements of the store on a tenant of a size that calls would take days to reach (docs/decisions/0025).
  {
    room: "lab/bench/plans",
    may: ["lab/bench", "db", ...shared, ...["store", "analytics", "desk", "memory", "models"].map(inServer)],
    never: web,
  },
  // Times what goes into an answer on a tenant of a size that calls would take hours to reach (docs/decisions/0092).
  {
    room: "lab/bench/assembly",
    may: ["lab/bench", "db", ...shared].concat(
      ["assembly", "workspace", "search", "memory", "models", "store"].map(inServer),
    ),
    never: web,
  },
  // Fills installations with what calls would take days to bring in, as the plans do (docs/decisions/0077).
  {
    room: "lab/bench/load",
    may: ["server/store", "server/desk/word-tickets", "lab/bench", ...shared],
    never: web,
  },
  {
    // Attacks the whole server over HTTP and looks into its tables afterwards (docs/decisions/0011).
    room: "lab/faults",
    may: [
      "server/main",
      "server/store",
      "server/tenants",
      "server/analytics",
      "server/wiring",
      "db",
      "lab",
      "scripts/setup",
      ...shared,
    ],
    never: web,
  },
  {
    room: "scripts/serve",
    may: ["server/main", "server/last-resort", "server/wiring", "scripts", ...shared],
    never: web,
  },
];
