import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { projectRoot } from "../../core/project-root.ts";
import { bundled } from "./bundle.ts";
import { endWithUs } from "./end-with-us.ts";
import { findFreePort } from "./free-port.ts";
import { waitFor } from "./wait-for.ts";

const execute = promisify(execFile);
/** A command that takes longer is killed, and its test fails. */
const commandLimitMs = 150_000;
/** Longest build and start, in ms, while two other servers start on two cores. */
const buildLimitMs = 230_000;
const demoSchema = z.object({
  tenant_id: z.string(),
  api_url: z.string(),
  demo_url: z.string(),
  console_url: z.string(),
  email: z.string(),
  password: z.string(),
  api_key: z.string(),
});

const shopSchema = z.object({
  tenant_id: z.string(),
  api_key: z.string(),
  console_url: z.string(),
  admin: z.object({ email: z.string(), password: z.string() }),
});
const documentsSchema = z.object({ items: z.array(z.object({ status: z.string() })) });
export type Shop = z.infer<typeof shopSchema>;

interface ProcessParts {
  dataDir: string;
  port: number;
  env: Record<string, string>;
  startLimitMs: number;
  /** The project folder; by default this one, as built. */
  root?: string;
}

/** The built product as an operator runs it: a separate process with its own data folder. */
export class ParleyProcess {
  readonly dataDir: string;
  readonly port: number;
  readonly url: string;
  readonly #env: Record<string, string>;
  readonly #startLimitMs: number;
  readonly #root: string | undefined;
  #child: ReturnType<typeof spawn> | undefined;
  output = "";

  private constructor({ dataDir, port, env, startLimitMs, root }: ProcessParts) {
    this.#startLimitMs = startLimitMs;
    this.#root = root;
    this.dataDir = dataDir;
    this.port = port;
    this.url = `http://localhost:${port}`;
    this.#env = { ...onlySystem(), DATA_DIR: dataDir, PORT: String(port), ...env };
  }

  /** Starts it on an empty data folder, like a first start. */
  static async start(env: Record<string, string> = {}): Promise<ParleyProcess> {
    return ParleyProcess.startOn(await mkdtemp(join(tmpdir(), "parley-e2e-")), env);
  }

  /** Starts it on an existing data folder, which then belongs to it. @param startLimitMs a slower start fails. */
  static async startOn(dataDir: string, env: Record<string, string>, startLimitMs = 110_000): Promise<ParleyProcess> {
    return ParleyProcess.#started({ dataDir, port: await findFreePort(), env, startLimitMs });
  }

  /** Starts an unbuilt copy of the project with README's first command. */
  static async startCopy(root: string): Promise<ParleyProcess> {
    const dataDir = join(root, "data");
    return ParleyProcess.#started({ dataDir, port: await findFreePort(), env: {}, startLimitMs: buildLimitMs, root });
  }

  static async #started(parts: ProcessParts): Promise<ParleyProcess> {
    const parley = new ParleyProcess(parts);
    try {
      await parley.restart();
    } catch (error) {
      // No other code has a reference to it yet.
      await parley[Symbol.asyncDispose]();
      throw error;
    }
    return parley;
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Starts the process on the present folder and waits until it is ready. */
  async restart(): Promise<void> {
    const options = { env: this.#env, stdio: ["ignore", "pipe", "pipe"] as ["ignore", "pipe", "pipe"] };
    const child =
      this.#root === undefined
        ? spawn(process.execPath, [await bundled("serve")], options)
        : // A terminal sends Ctrl-C to all of them: npm, its shell, and what they started.
          spawn("npm", ["start"], { ...options, cwd: this.#root, detached: true });
    this.#child = child;
    endWithUs(child, { group: this.#root !== undefined });
    const note = (data: Buffer) => {
      this.output += data.toString();
    };
    child.stdout.on("data", note);
    child.stderr.on("data", note);
    await waitFor(
      async () => {
        if (!this.isRunning) return true;
        return (await fetch(`${this.url}/readyz`)).ok;
      },
      { what: "the server to be ready", timeoutMs: this.#startLimitMs, intervalMs: 100 },
    );
    if (!this.isRunning)
      throw new Error(`the server ended with ${child.signalCode ?? child.exitCode}:\n${this.output}`);
  }

  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  /** Stops the process as Ctrl-C does. @returns the exit code. */
  async stop(): Promise<number | null> {
    return this.#end("SIGINT");
  }

  signal(signal: NodeJS.Signals): void {
    const pid = this.#child?.pid;
    if (pid !== undefined && this.isRunning) process.kill(this.#root === undefined ? pid : -pid, signal);
  }

  /** Waits for the process to end by itself. @returns the exit code. */
  async ended(): Promise<number | null> {
    const child = this.#child;
    if (child && this.isRunning) await once(child, "exit");
    return child?.exitCode ?? null;
  }

  async demo(): Promise<z.infer<typeof demoSchema>> {
    return demoSchema.parse(JSON.parse(await readFile(join(this.dataDir, "demo.json"), "utf8")));
  }

  /**
   * Creates a tenant whose site is the server's own address, with texts that are already indexed. For tests that start with `DEMO=off`,
   * because the demo and its guide take nine seconds of CPU time.
   */
  async makeShop(texts: Record<string, string> = {}): Promise<Shop> {
    const told = ["--name", "Shop", "--origin", this.url, "--email", "ann@shop.example"];
    const shop = shopSchema.parse(await this.cli("tenant", "create", ...told));
    const headers = { authorization: `Bearer ${shop.api_key}`, "content-type": "application/json" };
    const path = `${this.url}/api/v1/admin/documents`;
    for (const [source, content] of Object.entries(texts)) {
      const { status } = await fetch(path, { method: "POST", headers, body: JSON.stringify({ source, content }) });
      if (status !== 202) throw new Error(`${source} was answered with ${status}`);
    }
    const areRead = async () => {
      const { items } = documentsSchema.parse(await (await fetch(path, { headers })).json());
      return items.every(({ status }) => status === "ready");
    };
    await waitFor(areRead, { what: "the shop's texts", timeoutMs: 60_000 });
    return shop;
  }

  /** Runs a command line in the project's folder. @returns its stdout. */
  async type(line: string): Promise<string> {
    const options = { env: this.#env, cwd: this.#root ?? projectRoot, timeout: commandLimitMs };
    return (await execute("sh", ["-c", line], options)).stdout;
  }

  /** Runs the command line with `--json` in a process. */
  async cli(...args: string[]): Promise<unknown> {
    const script = this.#root === undefined ? await bundled("parley") : join(this.#root, "dist/scripts/parley.js");
    const options = { env: this.#env, timeout: commandLimitMs };
    const { stdout } = await execute(process.execPath, [script, ...args, "--json"], options);
    return JSON.parse(stdout);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child;
    if (!child || !this.isRunning) return child?.exitCode ?? null;
    const ended = once(child, "exit");
    this.signal(signal);
    await ended;
    return child.exitCode;
  }
}

/** The process under test must not get any setting of the developer's shell. */
function onlySystem(): Record<string, string> {
  const npms = ["npm_config_registry", "npm_config_cache", "npm_config_userconfig"];
  return Object.fromEntries(
    ["PATH", "HOME", "TMPDIR", "LANG", ...npms].flatMap((name) =>
      process.env[name] ? [[name, process.env[name]]] : [],
    ),
  );
}
