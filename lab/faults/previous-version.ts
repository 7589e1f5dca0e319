import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { projectRoot } from "../../server/core/project-root.ts";

const execute = promisify(execFile);
const packageSchema = z.object({ dependencies: z.record(z.string(), z.string()) });

/** Another version of this project, built once in a separate folder below `.cache`. */
export interface BuiltVersion {
  revision: string;
  /** Its compiled `scripts` folder. */
  scripts: string;
}

const git = async (...args: string[]) => (await execute("git", args, { cwd: projectRoot })).stdout.trim();

/** The commit of the newest tag; undefined before the first release, or without the git history. */
export async function previousRevision(): Promise<string | undefined> {
  const tag = await git("describe", "--tags", "--abbrev=0").catch(() => undefined);
  return tag === undefined
    ? undefined
    : git("rev-parse", "--verify", "--quiet", `${tag}^{commit}`).catch(() => undefined);
}

/**
 * Checks out a revision of this project from git and builds its server. It uses the installed packages, or its own when its versions
 * differ.
 * @param revision a commit or tag; default: `previousRevision`. @throws Error when git has neither.
 */
export async function buildVersion(revision?: string): Promise<BuiltVersion> {
  const wanted = revision ?? (await previousRevision());
  if (wanted === undefined) throw new Error("no earlier version is tagged in this copy: name a revision");
  const commit = await git("rev-parse", "--short", `${wanted}^{commit}`);
  const folder = join(projectRoot, ".cache/versions", commit);
  const built = { revision: commit, scripts: join(folder, "dist/scripts") };
  if (existsSync(join(built.scripts, "serve.js"))) return built;
  await mkdir(folder, { recursive: true });
  try {
    const archive = join(folder, "source.tar");
    await git("archive", "--format=tar", "--output", archive, commit);
    await execute("tar", ["-xf", archive, "-C", folder]);
    if (await usesPackagesFromHere(folder))
      await symlink(join(projectRoot, "node_modules"), join(folder, "node_modules"));
    else await execute("npm", ["ci", "--no-audit", "--no-fund"], { cwd: folder, maxBuffer: 64 * 1024 * 1024 });
    await execute(process.execPath, ["node_modules/typescript/bin/tsc", "-p", "tsconfig.server.json", "--noCheck"], {
      cwd: folder,
    });
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  return built;
}

async function usesPackagesFromHere(folder: string): Promise<boolean> {
  const named = async (root: string) =>
    packageSchema.parse(JSON.parse(await readFile(join(root, "package.json"), "utf8"))).dependencies;
  const [theirs, ours] = await Promise.all([named(folder), named(projectRoot)]);
  return Object.entries(theirs).every(([name, version]) => ours[name] === version);
}
