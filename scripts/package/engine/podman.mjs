import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const execute = promisify(execFile);
const largest = 64_000_000;
let settings;

/** Runs podman to its end. @returns its output @throws Error with the end of its output */
export async function podman(...args) {
  try {
    const options = { env: engineEnvironment(), cwd: tmpdir(), maxBuffer: largest };
    const { stdout } = await execute("podman", args, options);
    return stdout.trim();
  } catch (error) {
    throw new Error(
      `podman ${args.slice(0, 3).join(" ")} failed with exit code ${error.code}: ${`${error.stdout}${error.stderr}`.slice(-2_000)}`,
    );
  }
}

/** The environment for podman on this machine: limits that it may set, and the runtime that starts containers. */
export function engineEnvironment() {
  if (settings === undefined) {
    // podman requests a million of each. Some machines do not allow that.
    const open = /^Max open files\s+\S+\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1] ?? "4096";
    settings = join(mkdtempSync(join(tmpdir(), "parley-podman-")), "containers.conf");
    const ulimits = `["nofile=1024:${open}", "nproc=1024:4096"]`;
    // crun, Debian's default runtime, does not run on machines with both kinds of control groups.
    writeFileSync(settings, `[containers]\ndefault_ulimits = ${ulimits}\n[engine]\nruntime = "runc"\n`);
  }
  return { ...process.env, CONTAINERS_CONF: settings };
}
