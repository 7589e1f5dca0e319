import { generateKeyPairSync } from "node:crypto";
import { newId } from "../../core/ids.ts";
import { type AskDeps, type Asking, askForTools, askServer } from "../../tools/ask-server.ts";

/**
 * The client program for the protocol's conformance scenarios: `conformance-client.ts <address>`. It works like a turn, with signed
 * requests over the guarded wire: it lists the tools, then calls each once. It prints the results to stdout.
 */
/** Arguments per tool; none for other tools. */
const given: Record<string, Record<string, unknown>> = { add_numbers: { a: 5, b: 3 } };
/** Timeout of a call in ms; some servers wait for a message that never arrives. */
const timeoutMs = 5_000;
const [address = ""] = process.argv.slice(2);
const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });

const deps: AskDeps = {
  publicUrl: "https://parley.example",
  secrets: [],
  privateHosts: [new URL(address).hostname],
  signer: { key: async () => ({ kid: "conformance", privateKey }), published: async () => [] },
};

const now = new Date();
const asking: Asking = {
  connection: {
    id: newId(),
    name: "Conformance",
    kind: "mcp",
    url: address,
    locked_headers: null,
    secret_kid: null,
    header_names: [],
    is_active: true,
    checked_at: null,
    server_info: null,
    problem: null,
    created_at: now,
    updated_at: now,
  },
  callId: newId(),
  context: { tenantId: newId(), visitor: null, ticketId: null, requestId: newId() },
  signal: new AbortController().signal,
};

const { server, tools } = await askForTools(deps, asking);
console.log(`${server?.name} ${server?.version} offers ${tools.length} tools`);
for (const { name } of tools) {
  const order = { toolName: name, arguments: given[name] ?? {}, callId: newId(), isWrite: false, onSent: () => {} };
  const tool = { request: null, timeout_ms: timeoutMs };
  const { outcome, text } = await askServer(deps, { ...asking, callId: order.callId, tool, order });
  console.log(`${name} ${outcome}: ${text}`);
}
