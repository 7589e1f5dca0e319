import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startOperatorServer } from "../../scripts/cli/operator-server.ts";
import { createProgram } from "../../scripts/cli/program.ts";
import { commands } from "../../scripts/cli/registry.ts";
import { runCli } from "../../scripts/cli/run.ts";
import { type RunningServer, startServer } from "../app.ts";
import { readConfig } from "../core/config/config.ts";
import { projectRoot } from "../core/project-root.ts";
import { requestOf } from "./support/curl.ts";
import { makeDataFolder } from "./support/database.ts";
import { commandsOf, type Documented, readPages } from "./support/documented.ts";
import { makePdf } from "./support/make-pdf.ts";
import { VisitorClient } from "./support/visitor-client.ts";

/** Every command in README and guide is run in one installation or listed here with the reason why not. A command in neither list fails. */
const notRun: [beginning: string, why: string][] = [
  ["docker ", "needs Docker; scripts/package walks the image's steps"],
  ["sh ops/compose/make-env.sh", "writes the settings of compose; scripts/package/compose.test.mjs"],
  ["kubectl ", "needs a cluster; scripts/package/chart.test.mjs renders the chart"],
  ["helm ", "needs a cluster; scripts/package/chart.test.mjs renders the chart"],
  ["git ", "needs where the source comes from"],
  ["tar ", "the system's own tar, on a stopped installation"],
  ["psql ", "needs a database server; backup.test.ts"],
  ["pg_dump ", "needs a database server; backup.test.ts"],
  ["pg_restore ", "needs a database server; backup.test.ts"],
  ["npx parley migrate", "needs a database server; backup.test.ts"],
  ["npx parley restore ", "needs a second installation; backup.test.ts"],
  ["npx parley move", "needs a database server; move.test.ts"],
  ["npx parley init", "fetches a site; cli.test.ts runs it on one of its own"],
  [
    "npx parley calibrate --tenant Acme --most-wrong 0.05 --apply",
    "needs 50 answers that people judged; calibration.test.ts",
  ],
  ["npx parley calibrate --tenant Acme --most-wrong 0.05", "needs 50 answers that people judged; calibration.test.ts"],
  ["npx parley calibrate --tenant Acme --undo", "needs a calibration; calibration.test.ts"],
  ["npx parley import acme.tar.gz", "refuses a tenant that is there; archive.test.ts imports at another installation"],
  [
    "curl -N -X POST https://support.example.com/api/v1/chat/resume",
    "needs a question that waits; clarification.test.ts",
  ],
  ["npm test", "is what runs now"],
  ["npm start", "entry.test.ts starts it; here its settings are read"],
];

/** Placeholders that the reader of a page fills in. */
const placeholders: [RegExp, string][] = [
  [/^0198c1f2-\.\.\.$/, "Acme"],
  [/^<tenant(?: id)?>$/, "Acme"],
];

const documented = readPages().flatMap(commandsOf);
const variables: Record<string, string> = {};
let folder: string;
let server: RunningServer;
let stopOperator: () => Promise<void>;
let made = 0;
const home = process.cwd();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parley-documented-"));
  await writeFiles();
  const dataDir = await makeDataFolder(folder);
  vi.stubEnv("DATA_DIR", dataDir);
  process.chdir(folder);
  const unlimited = { RATE_LIMIT_INIT_PER_MINUTE: "0", RATE_LIMIT_MESSAGES_PER_MINUTE: "0" };
  server = await startServer({ ...readConfig({ DATA_DIR: dataDir, LOG_LEVEL: "silent", ...unlimited }), port: 0 });
  stopOperator = await startOperatorServer(server.ctx, commands);
  const acme = await parley(["tenant", "create", "--name", "Acme", "--origin", "https://www.example.com", "--json"]);
  const { tenant_id, api_key } = JSON.parse(acme.out) as { tenant_id: string; api_key: string };
  const visitor = await VisitorClient.init(`${server.url}/api/v1`, tenant_id, "https://www.example.com");
  // The visitor to erase.
  await call(
    "POST",
    "chat/init",
    { tenant_id, visitor: { email: "ada@example.com" } },
    { origin: "https://www.example.com" },
  );
  for (const name of ["PARLEY_API_KEY", "API_KEY", "PARLEY_KEY"]) variables[name] = api_key;
  Object.assign(variables, { TOKEN: visitor.session.token, "YOUR-TENANT-ID": tenant_id });
  const document = { source: "returns.md", content: "# Returns\n\nSend anything back within 30 days.", set: "Terms" };
  expect((await call("POST", "admin/documents", document)).status).toBe(202);
});
afterAll(async () => {
  process.chdir(home);
  await stopOperator?.();
  await server?.stop();
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

describe("a documented command", () => {
  it.each(documented.map((command) => [`${command.at} ${command.text.slice(0, 90)}`, command] as const))(
    "%s",
    async (_, command) => {
      const reason = reasonOf(command);
      if (command.words.length > 0 && reason === undefined) await run(command);
      // Settings are parsed wherever they are shown, even before a command that is not run.
      if (Object.keys(command.settings).length > 0) readConfig(settingsOf(command));
      if (command.words[0] === "npm") expect(await scripts()).toHaveProperty(command.words[1] ?? "");
    },
  );

  it("within a sentence names a command and options that are there", () => {
    const wrong = readPages().flatMap(({ path, text }) =>
      [...text.replaceAll(/^```[\s\S]*?^```/gm, "").matchAll(/`(?:npx )?parley ([a-z][^`]*)`/g)]
        .filter(([, line = ""]) => !isKnown(line))
        .map(([line]) => `${path}: ${line}`),
    );
    expect(wrong).toEqual([]);
    expect(isKnown("tenant crate --name Acme")).toBe(false);
    expect(isKnown("tenant create --nmae Acme")).toBe(false);
  });

  it("that is named as not run is documented", () => {
    const stale = notRun.filter(([beginning]) => !documented.some((command) => textOf(command).startsWith(beginning)));
    expect(stale).toEqual([]);
  });
});

function reasonOf(command: Documented): string | undefined {
  return notRun.find(([beginning]) => textOf(command).startsWith(beginning))?.[1];
}

const program = createProgram(async () => {});

/** Whether the words name a command or a group of commands, with only its own options. */
function isKnown(line: string): boolean {
  const words = line.split(/[\s[\]|=]+/).filter(Boolean);
  let command = program;
  for (const word of words) {
    const next = command.commands.find((child) => child.name() === word);
    if (!next) break;
    command = next;
  }
  const options = ["--help", ...command.options.map(({ long }) => long)];
  return (
    command !== program &&
    words.every((word) => !word.startsWith("--") || command.commands.length > 0 || options.includes(word)) &&
    !isLost(command, words)
  );
}

/** A group was named, followed by a word that is not one of its commands. */
function isLost(command: ReturnType<typeof createProgram>, words: readonly string[]): boolean {
  const behind = words[words.indexOf(command.name()) + 1];
  return command.commands.length > 0 && behind !== undefined && /^[a-z]/.test(behind);
}

function textOf({ words }: Documented): string {
  return words.join(" ");
}

async function run({ words, text }: Documented): Promise<void> {
  const [program, second] = words;
  if (program === "curl") return runCurl(words.slice(1));
  if (program === "export") {
    readConfig(Object.fromEntries(words.slice(1).map((word) => word.split(/=(.*)/s).slice(0, 2) as [string, string])));
    return;
  }
  if (program !== "npx" || second !== "parley") throw new Error(`nobody runs this, and nothing says why not: ${text}`);
  const args = words.slice(2).map(fill);
  // A name identifies a tenant only while it is unique.
  if (args[1] === "create") args[args.indexOf("--name") + 1] += ` ${++made}`;
  const { code, err } = await parley(args);
  expect(err).not.toMatch(/error/i);
  expect(code, err).toBe(0);
}

function fill(word: string): string {
  return placeholders.find(([pattern]) => pattern.test(word))?.[1] ?? word;
}

async function parley(args: string[]): Promise<{ code: number; out: string; err: string }> {
  let out = "";
  let err = "";
  const stdout = (text: string) => {
    out += text;
  };
  const stderr = (text: string) => {
    err += text;
  };
  return { code: await runCli(args, { stdout, stderr }), out, err };
}

async function runCurl(words: string[]): Promise<void> {
  const { address, init } = await requestOf(words, variables);
  const url = address.replace(/^https:\/\/support\.example\.com|^http:\/\/localhost:8787/, server.url);
  const response = await fetch(url, init);
  expect(response.status, await response.text()).toBeLessThan(300);
  // Settings shown on one page must not affect the next page.
  if (url.endsWith("/settings"))
    expect((await call("PATCH", "admin/settings", { form: { when: "never", fields: [], consent: null } })).status).toBe(
      200,
    );
}

/** Settings of a user who has replaced the dots. */
function settingsOf({ settings }: Documented): Record<string, string> {
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, value.replaceAll("...", "x")]));
}

async function scripts(): Promise<Record<string, string>> {
  const { scripts: own } = JSON.parse(await readFile(join(projectRoot, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  return own;
}

function call(method: string, path: string, body: object, more: Record<string, string> = {}): Promise<Response> {
  const headers = {
    authorization: `Bearer ${variables["PARLEY_API_KEY"]}`,
    "content-type": "application/json",
    ...more,
  };
  return fetch(`${server.url}/api/v1/${path}`, { method, headers, body: JSON.stringify(body) });
}

async function writeFiles(): Promise<void> {
  const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  for (const name of ["docs", "help-centre"]) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, "returns.md"), "# Returns\n\nReturn an order within 30 days.\n");
  }
  await writeFile(join(folder, "prices.csv"), "article,price\nbell,12\n");
  await writeFile(
    join(folder, "handbook.pdf"),
    makePdf([[{ x: 50, y: 50, text: "Orders can be returned within 30 days." }]]),
  );
  await writeFile(join(folder, "screenshot.png"), Buffer.from(png, "base64"));
}
