import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Limit of a start, in ms. A busy machine with two cores needs this long. */
const startLimitMs = 180_000;
const stopLimitMs = 60_000;
const pollMs = 200;
const known = "Can I use subdomains?";
const unknown = "I want to talk to a person about my order.";
const answer = "Your order leaves tomorrow.";

/**
 * Uses a copy of Parley as its first users do: starts it embedded, asks a question that the guide answers, asks for a person, answers as an
 * agent, reads the answer as the visitor, and stops it. Throws with the failed step and the end of the process's output.
 * @param start `command`, `args`, `cwd`, and `env` in addition to the port and a new data folder
 * @returns ms until ready and until the first answer, and the exit code
 */
export async function walk({ command, args, cwd, env = {} }) {
  const folder = mkdtempSync(join(tmpdir(), "parley-walk-"));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const began = performance.now();
  const child = spawn(command, args, {
    cwd,
    env: { PATH: process.env.PATH, ...env, PORT: String(port), DATA_DIR: folder, LOG_LEVEL: "warn" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (bytes) => (said = (said + bytes).slice(-4_000)));
  try {
    await untilReady(url, child);
    const readyMs = Math.round(performance.now() - began);
    const firstMs = await useIt(url, JSON.parse(readFileSync(join(folder, "demo.json"), "utf8")));
    child.kill("SIGTERM");
    const code = await Promise.race([exitOf(child), sleep(stopLimitMs, "did not exit", { ref: false })]);
    if (code !== 0) throw new Error(`the process exited with code ${code}`);
    return { readyMs, firstMs };
  } catch (error) {
    throw new Error(`${error.message}\n${said}`, { cause: error });
  } finally {
    if (child.exitCode === null) child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
}

async function untilReady(url, child) {
  const until = Date.now() + startLimitMs;
  for (;;) {
    const isReady = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return;
    if (child.exitCode !== null) throw new Error(`the process exited with code ${child.exitCode} before it was ready`);
    if (Date.now() > until) throw new Error("the process was not ready in time");
    await sleep(pollMs);
  }
}

/** Asks, answers as an agent, and reads the answer as the visitor. @returns ms from the first question to the end of its answer */
export async function useIt(url, { tenant_id: tenantId, api_key: apiKey }) {
  const api = `${url}/api/v1`;
  const visitor = { origin: url, "content-type": "application/json" };
  const { token, ticket } = await call(`${api}/chat/init`, visitor, { tenant_id: tenantId });
  visitor.authorization = `Bearer ${token}`;
  const ask = (content) => call(`${api}/chat/stream`, visitor, { message_id: randomUUID(), content });
  const history = async () => (await call(`${api}/chat/history`, visitor)).messages;
  const from = performance.now();
  await ask(known);
  const firstMs = Math.round(performance.now() - from);
  const first = (await history()).at(-1);
  expect(first.citations.length > 0 && first.content.includes("*."), `no cited answer: ${first.content}`);
  await ask(unknown);
  const agent = { "content-type": "application/json", authorization: `Bearer ${apiKey}` };
  const one = `${api}/admin/tickets/${ticket.id}`;
  const { ticket: waiting } = await call(one, agent);
  expect(waiting.status === "pending_human", `the ticket is ${waiting.status}`);
  await call(`${one}/take`, agent, {});
  await call(`${one}/resolve`, agent, { answer });
  const last = (await history()).at(-1);
  expect(last.role === "agent" && last.content === answer, "the agent's reply did not arrive");
  for (const page of ["/demo", "/console", "/docs", "/widget/parley.js"])
    expect((await fetch(url + page)).ok, `${page} is missing`);
  return firstMs;
}

function expect(holds, otherwise) {
  if (!holds) throw new Error(otherwise);
}

/** Reads a response to its end. Returns the value of a JSON response and the text of a stream. */
async function call(url, headers, body) {
  const response = await fetch(url, body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} returned ${response.status}: ${text.slice(0, 300)}`);
  return response.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text;
}

async function exitOf(child) {
  if (child.exitCode !== null) return child.exitCode;
  const [code, signal] = await once(child, "exit");
  return code ?? signal;
}

async function freePort() {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
