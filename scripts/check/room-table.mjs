import { inServer, shared, web } from "./room-words.mjs";
import { scriptRooms } from "./script-rooms.mjs";

/**
 * Who may import whom. A new arrow needs a decision record in docs/decisions/.
 *
 * `may`: folders or files (without extension) whose values may be imported; `mayTypes`: only with `import type`. A room may always
 * import itself. `only`: the packages a room may use; `never`: packages it may not. `node: false`: no Node.js modules.
 * The longest matching `room` counts.
 */
const langGraph = ["@langchain/langgraph", "@langchain/core", "zod"];
const connections = ["pg", "ioredis", "bullmq"];

/** A server room: shared files, what it lists, and nothing else. */
function serverRoom(name, { may = [], mayTypes = [], ...rest }) {
  return { room: `server/${name}`, may: [...shared, ...may], mayTypes, ...rest };
}

const outward = ["server/reading/fetch/guarded-lookup", "server/reading/fetch/outgoing-address"];
const assistantPorts = ["server/assistant/ports", "server/assistant/tool-ports", "server/copilot/ports"];

export const rooms = [
  { room: "protocol", may: [], only: ["zod"], node: false },
  { room: "db", may: ["server/project-root"], mayTypes: ["server/log"], never: web },
  { room: "server", may: shared, mayTypes: [], never: [...web, ...connections] },
  { room: "server/wiring", everything: true },
  { room: "server/main", everything: true },
  { room: "server/core/text", may: [], only: ["@orama/stemmers", "fast-fuzzy", "zod"] },
  // Pure functions over grades, for whoever gives, reads or learns from them (docs/decisions/0032).
  { room: "server/assistant/grading", may: ["protocol"], only: [], node: false },
  serverRoom("http", {
    may: [
      "auth",
      "turns",
      "desk",
      "knowledge",
      "tenants",
      "people",
      "live",
      "attachments",
      "webhooks",
      "analytics",
      "gaps",
      "gate",
      "aids",
      "doctor",
      "datalife",
      "demo",
      "tools",
      "memory",
      "workspace",
      "assembly",
      "playground",
    ].map(inServer),
    mayTypes: ["server/wiring"],
    never: connections,
  }),
  serverRoom("auth", { may: ["server/store"], mayTypes: ["db"], never: [...web, "@types/express"] }),
  serverRoom("turns", {
    may: [
      "assistant",
      "live",
      "store",
      "models",
      "tools",
      "cache",
      "memory",
      "knowledge",
      "tenants",
      "assembly",
      "jobs/queues",
      "attachments/of-message",
    ]
      .map(inServer)
      // How both screens read Markdown as one line (docs/decisions/0034).
      .concat("ui/markdown/plain-text"),
    never: [...web, "pg", "ioredis"],
  }),
  // The support graph without a visitor (docs/decisions/0095).
  serverRoom("trials", { may: ["assistant", "store"].map(inServer), never: [...web, ...connections] }),
  // What people try out with the assistant (docs/decisions/0096).
  serverRoom("playground", { may: ["trials", "store", "live"].map(inServer), never: [...web, ...connections] }),
  // Files of visitors and agents (docs/decisions/0036).
  serverRoom("attachments", { may: ["store", "tenants", "reading"].map(inServer), never: [...web, ...connections] }),
  serverRoom("assistant", { only: langGraph }),
  // What agents ask over the library (docs/decisions/0088).
  serverRoom("copilot", { only: [...langGraph, "fast-fuzzy"] }),
  serverRoom("workspace", {
    may: ["copilot", "store", "live", "models", "search", "assembly"].map(inServer).concat(assistantPorts),
    never: [...web, ...connections],
  }),
  // What goes into an answer, weighed: of the support graph and of the copilot (docs/decisions/0092).
  serverRoom("assembly", { may: ["server/store"], never: [...web, ...connections] }),
  // The copilot's intent and names are pure functions, which its model falls back on (docs/decisions/0088).
  serverRoom("models", { may: [...assistantPorts, "server/copilot"], never: [...web, "pg", "ioredis"] }),
  // Calls of tenants' own systems, and the record of them (docs/decisions/0079, 0080).
  serverRoom("tools", { may: ["server/store", ...outward], mayTypes: assistantPorts, never: [...web, ...connections] }),
  serverRoom("cache", { mayTypes: assistantPorts, never: [...web, "pg"] }),
  serverRoom("live", { never: [...web, "pg"] }),
  serverRoom("desk", {
    may: ["store", "live", "jobs/queues", "attachments/of-message"].map(inServer),
    mayTypes: ["server/turns/runner"],
    never: [...web, "pg", "ioredis"],
  }),
  // How long what is kept, what is erased and what is taken along (docs/decisions/0062).
  serverRoom("datalife", { may: ["store", "live"].map(inServer), never: [...web, ...connections] }),
  // The shop of the demo tenant, as strange to the rest as a company's own server (docs/decisions/0086).
  { room: "server/operations/demo", may: ["protocol"], only: ["@modelcontextprotocol/server", "jsonwebtoken", "zod"] },
  serverRoom("reading", { never: [...web, ...connections] }),
  serverRoom("search", { may: ["store", "models"].map(inServer), never: [...web, ...connections] }),
  serverRoom("knowledge", {
    may: ["store", "models", "reading", "jobs/queues"].map(inServer),
    never: [...web, "pg", "ioredis"],
  }),
  serverRoom("mail", {
    // Which pages a link may lead back to (docs/decisions/0047).
    may: ["store", "jobs/queues", "auth/origins"].map(inServer).concat("ui/markdown/plain-text"),
    mayTypes: ["server/reading"],
    never: [...web, "pg", "ioredis"],
  }),
  // What a tenant's own systems are told (docs/decisions/0046).
  serverRoom("webhooks", {
    may: ["server/store", ...outward, "ui/markdown/plain-text"],
    never: [...web, ...connections],
  }),
  // Questions that the documents do not answer well (docs/decisions/0048).
  serverRoom("gaps", { may: ["server/store"], mayTypes: ["server/models"], never: [...web, ...connections] }),
  // What is tried before it is published (docs/decisions/0097).
  serverRoom("gate", {
    may: ["store", "knowledge", "jobs/queues"].map(inServer),
    mayTypes: ["server/assistant/dry-run"],
    never: [...web, "pg", "ioredis"],
  }),
  // What helps an agent who answers (docs/decisions/0053).
  serverRoom("aids", {
    may: ["server/store"],
    mayTypes: ["server/models", ...assistantPorts],
    never: [...web, ...connections],
  }),
  serverRoom("memory", { may: ["store", "models", "jobs/queues"].map(inServer), never: [...web, "pg", "ioredis"] }),
  serverRoom("tenants", {
    may: ["store", "jobs/queues", "auth/origins", "auth/api-key"].map(inServer),
    never: [...web, "pg", "ioredis"],
  }),
  // What is wrong with a customer's page or the installation (docs/decisions/0064).
  serverRoom("doctor", {
    may: ["store", "tenants", "live", "reading/fetch", "auth/origins"].map(inServer),
    mayTypes: ["server/auth/session-token"],
    never: [...web, ...connections],
  }),
  // What happened on each day (docs/decisions/0049).
  serverRoom("analytics", { may: ["store", "tenants"].map(inServer), never: [...web, ...connections] }),
  // Figures for Prometheus, spans for OpenTelemetry, levels of logs (docs/decisions/0068).
  serverRoom("observe", {
    may: ["store", "jobs/queues", "cache/types"].map(inServer),
    mayTypes: ["models", "cache", "turns", "live"].map(inServer),
    never: [...web, ...connections],
  }),
  // Roles, invitations, forgotten passwords, own accounts (docs/decisions/0042).
  serverRoom("people", { may: ["server/store"], never: [...web, "pg", "ioredis"] }),
  serverRoom("store", { may: ["db"], never: [...web, "ioredis", "bullmq"] }),
  serverRoom("jobs", {
    may: ["turns", "desk", "knowledge", "memory", "tenants", "store"].map(inServer),
    mayTypes: ["db"],
    never: web,
  }),
  serverRoom("jobs/queues", { mayTypes: ["db"], never: web }),
  // What widget and console share (docs/decisions/0021).
  { room: "ui", may: ["protocol"], only: ["streaming-markdown", "eventsource-parser"], node: false },
  { room: "widget", may: ["protocol", "ui"], never: ["preact", "@preact/signals", "preact-iso"], node: false },
  { room: "admin", may: ["protocol", "ui"], never: ["lit"], node: false },
  ...scriptRooms,
];
