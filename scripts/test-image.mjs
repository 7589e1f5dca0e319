import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { engineEnvironment, podman } from "./package/engine/podman.mjs";
import { readCompose, readEnv } from "./package/engine/read-compose.mjs";
import { removeCompose, runCompose } from "./package/engine/run-compose.mjs";
import { buildImage, makeStandIns } from "./package/engine/stand-ins.mjs";
import { checkContent } from "./package/image-content.mjs";
import { readDockerfile } from "./package/test/read-dockerfile.mjs";
import { walk } from "./package/walk.mjs";
import { ensureInstalled } from "./setup/install.mjs";
import { inProject } from "./setup/paths.mjs";

/**
 * `npm run test:image`: builds the Dockerfile with podman, walks through the product in a container with a read-only file system, then runs
 * compose.yaml whole and walks through that, through Caddy. As root on Linux. `-- --built` takes the image of the last run.
 */
const tag = "parley:local";
const prefix = "parley-test";
const programs = ["podman", "buildah", "runc", "debootstrap"];
const packages = ["podman", "buildah", "runc", "debootstrap", "netavark", "aardvark-dns"];

await ensureInstalled();
preparePrograms();
const { args } = readDockerfile(inProject("Dockerfile"));
const secrets = mkdtempSync(join(tmpdir(), "parley-env-"));
const environment = {
  ...madeEnvironment(),
  HTTP_PORT: process.env.HTTP_PORT ?? "8803",
  HTTPS_PORT: process.env.HTTPS_PORT ?? "8804",
};
const compose = readCompose(inProject("compose.yaml"), environment);

try {
  await step("stand-ins", () => makeStandIns([`node:${args.NODE_VERSION}-${args.DEBIAN}-slim`, ...imagesOf(compose)]));
  if (!process.argv.includes("--built")) await step("build", () => buildImage(tag));
  await step("content", async () => (await checkContent(tag)).join(", "));
  await step("embedded", async () => told(await walkEmbedded()));
  await removeCompose(compose, prefix);
  await step("compose", () => runCompose(compose, prefix));
  await step("walk through Caddy", async () => `first answer after ${await walkCompose()} ms`);
  await step("stop", stopCompose);
} finally {
  await removeCompose(compose, prefix);
  rmSync(secrets, { recursive: true, force: true });
}

async function step(name, work) {
  const began = performance.now();
  const said = await work();
  console.log(`passed  ${name}${said ? `: ${said}` : ""} (${((performance.now() - began) / 1000).toFixed(0)} s)`);
}

function preparePrograms() {
  const missing = () => programs.filter((name) => !isThere(name));
  if (missing().length > 0 && process.getuid?.() === 0 && isThere("apt-get"))
    execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], { stdio: "inherit" });
  if (missing().length === 0) return;
  console.error(
    `Run as root with these installed: ${missing().join(", ")} (on Debian: apt-get install ${packages.join(" ")})`,
  );
  process.exit(1);
}

function isThere(program) {
  return spawnSync(program, ["--version"], { stdio: "ignore" }).error === undefined;
}

/** What a stranger's first command writes into `.env`. */
function madeEnvironment() {
  const script = join(secrets, "ops/compose/make-env.sh");
  mkdirSync(join(script, ".."), { recursive: true });
  execFileSync("cp", [inProject("ops/compose/make-env.sh"), script]);
  execFileSync("sh", [script, "localhost"], { stdio: ["ignore", "ignore", "inherit"] });
  return readEnv(execFileSync("cat", [join(secrets, ".env")], { encoding: "utf8" }));
}

function imagesOf({ services }) {
  return Object.values(services).flatMap(({ image }) => (image === tag ? [] : [image]));
}

function walkEmbedded() {
  // `walk` chooses port and folder; the folder has to be the image's account's.
  const command = `chown 10001:10001 "$DATA_DIR" && exec podman run --rm --no-healthcheck --network host --read-only --read-only-tmpfs=false \
    --cap-drop ALL --security-opt no-new-privileges --tmpfs /tmp:size=256m,mode=1777,notmpcopyup -v "$DATA_DIR:$DATA_DIR" \
    -e PORT -e DATA_DIR -e LOG_LEVEL ${tag}`;
  return walk({ command: "sh", args: ["-c", command], cwd: inProject(), env: engineEnvironment() });
}

function told({ readyMs, firstMs }) {
  return `ready after ${readyMs} ms, first answer after ${firstMs} ms`;
}

/** As the guide tells it: a tenant and its documents by the command in the API's container, then a visitor and a person over https. */
async function walkCompose() {
  const url = `https://localhost:${environment.HTTPS_PORT}`;
  const parley = (...rest) => podman("exec", `${prefix}-api`, "parley", ...rest);
  const made = JSON.parse(await parley("tenant", "create", "--name", "Acme", "--origin", url, "--json"));
  await parley("knowledge", "add", "/app/docs/guide", "--tenant", made.tenant_id, "--wait");
  const authority = join(secrets, "root.crt");
  writeFileSync(
    authority,
    await podman("exec", `${prefix}-caddy`, "cat", "/data/caddy/pki/authorities/local/root.crt"),
  );
  const walked = [inProject("scripts/package/walk-at.mjs"), url, made.tenant_id, made.api_key];
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: authority };
  return execFileSync(process.execPath, walked, { env, encoding: "utf8" }).trim();
}

/** An orderly stop within the time limit of the file. */
async function stopCompose() {
  for (const name of ["api", "worker"]) {
    await podman("stop", `${prefix}-${name}`);
    const code = await podman("inspect", "--format", "{{.State.ExitCode}}", `${prefix}-${name}`);
    if (code !== "0") throw new Error(`${name} exited with ${code}`);
  }
}
