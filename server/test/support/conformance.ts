import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { projectRoot } from "../../core/project-root.ts";
import { endWithUs } from "./end-with-us.ts";

const checksSchema = z.array(
  z.object({ id: z.string(), status: z.string(), details: z.record(z.string(), z.unknown()).optional() }),
);

export interface Conformance {
  /** Checks of the scenario, one entry each, without purely informational ones. */
  checks: z.infer<typeof checksSchema>;
  /** Output of the client: the listed tools and the results of its calls. */
  wrote: string;
}

/** Names of every client scenario of the suite. */
export async function conformanceScenarios(): Promise<string[]> {
  const listed = (await runSuite(["list", "--client"])).split("Client scenarios")[1] ?? "";
  return [...listed.matchAll(/^ +- (\S+)/gm)].map(([, name = ""]) => name);
}

/** Runs one scenario of the protocol's conformance suite against Parley's client, which runs as a separate program. */
export async function runConformance(scenario: string): Promise<Conformance> {
  const folder = await mkdtemp(join(tmpdir(), "parley-conformance-"));
  try {
    const client = `"${process.execPath}" --import ./scripts/setup/load-typescript.mjs server/test/support/conformance-client.ts`;
    const said = await runSuite(["client", "--command", client, "--scenario", scenario, "--output-dir", folder]);
    const [results] = await readdir(folder);
    if (!results) throw new Error(`${scenario} left no results:\n${said}`);
    const read = (name: string) => readFile(join(folder, results, name), "utf8");
    const checks = checksSchema.parse(JSON.parse(await read("checks.json"))).filter(({ status }) => status !== "INFO");
    return { checks, wrote: `${await read("stdout.txt")}${await read("stderr.txt")}` };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runSuite(args: string[]): Promise<string> {
  const found = createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/package.json");
  const suite = spawn(process.execPath, [join(dirname(found), "dist/index.js"), ...args], {
    cwd: projectRoot,
    stdio: ["ignore", "pipe", "pipe"],
  });
  endWithUs(suite);
  const [out, error] = await Promise.all([text(suite.stdout), text(suite.stderr)]);
  return `${out}${error}`;
}
