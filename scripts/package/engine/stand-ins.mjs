import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inProject } from "../../setup/paths.mjs";
import { run } from "../../setup/run.mjs";
import { podman } from "./podman.mjs";

const debian = "docker.io/library/debian:trixie-slim";
const folder = inProject(".cache/image");
/** Folders that Debian's slim image leaves out as well. */
const leftOut = ["var/cache/apt", "var/lib/apt/lists", "usr/share/locale", "usr/share/man", "usr/share/info"];
const build = ["build", "--isolation=chroot", "--network", "host", "--format", "docker"];

/**
 * Builds images from Debian's and npm's packages, under the names in Dockerfile and compose.yaml, for machines that can reach no image
 * registry. Existing images are used.
 * @param wanted names of images
 */
export async function makeStandIns(wanted) {
  for (const image of wanted) {
    const name = image.includes("/") ? `docker.io/${image}` : `docker.io/library/${image}`;
    if (await exists(name)) continue;
    const kind = /^(node|redis|caddy)|pgvector/.exec(image)?.[0].replace("pgvector", "postgres");
    if (!kind) throw new Error(`no stand-in for ${image}`);
    if (!(await exists(debian))) await makeDebian();
    console.error(`Building a stand-in for ${image}`);
    const context =
      kind === "node" ? await prepareNode(/:([\d.]+)-/.exec(image)[1]) : inProject("scripts/package/stand-ins");
    await podman(...build, "-f", inProject(`scripts/package/stand-ins/${kind}.Dockerfile`), "-t", name, context);
  }
}

/** Builds the project's own Dockerfile. */
export async function buildImage(tag) {
  await podman(...build, "-t", tag, inProject());
}

async function exists(name) {
  return podman("image", "exists", name).then(
    () => true,
    () => false,
  );
}

/** Builds Debian's base system with debootstrap, without the folders that the slim image leaves out. */
async function makeDebian() {
  console.error("Building a stand-in for debian:trixie-slim");
  const root = join(folder, "debian");
  rmSync(root, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  if ((await run("debootstrap", ["--variant=minbase", "trixie", root, "http://deb.debian.org/debian"])) !== 0)
    throw new Error("debootstrap failed");
  for (const path of leftOut) rmSync(join(root, path), { recursive: true, force: true });
  for (const path of ["var/cache/apt/archives/partial", "var/lib/apt/lists/partial"])
    mkdirSync(join(root, path), { recursive: true });
  execFileSync("tar", ["-C", root, "-cf", `${root}.tar`, "."]);
  await podman("import", `${root}.tar`, debian);
  for (const path of [root, `${root}.tar`]) rmSync(path, { recursive: true, force: true });
}

/** Node.js and npm from the npm registry, and the trusted certificates of this machine. */
async function prepareNode(version) {
  const context = join(folder, "node");
  rmSync(context, { recursive: true, force: true });
  mkdirSync(context, { recursive: true });
  const packageName = `node-linux-${process.arch}`;
  const wanted = [`${packageName}@${version}`, "npm@11"];
  if ((await run("npm", ["install", "--prefix", context, "--no-save", "--no-audit", "--no-fund", ...wanted])) !== 0)
    throw new Error(`could not install ${wanted.join(" and ")}`);
  cpSync(join(context, "node_modules", packageName), join(context, "node"), { recursive: true });
  cpSync(join(context, "node_modules/npm"), join(context, "npm"), { recursive: true });
  rmSync(join(context, "node_modules"), { recursive: true, force: true });
  const trusted = "/etc/ssl/certs/ca-certificates.crt";
  if (existsSync(trusted)) copyFileSync(trusted, join(context, "trusted.crt"));
  else writeFileSync(join(context, "trusted.crt"), "");
  return context;
}
