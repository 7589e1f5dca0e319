import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { inProject } from "../setup/paths.mjs";
import { billOfMaterials } from "./bill-of-materials.mjs";
import { isImageFile } from "./image-files.mjs";
import { nameOf, productPackages } from "./image-packages.mjs";
import { copyRoot } from "./root-files.mjs";
import { isKept } from "./slim-rules.mjs";

/**
 * `node scripts/package/assemble.mjs FOLDER`: writes the image's files from an installed and built copy of the project. The layers are
 * `system`, `packages` and `project`, from the least to the most often changed. The Dockerfile runs it on Debian. docs/decisions/0071 says
 * why the image has no other base.
 */
const account = { name: "parley", id: 10001, home: "/data" };

const [target] = process.argv.slice(2);
if (!target || existsSync(target)) {
  console.error("Usage: node scripts/package/assemble.mjs FOLDER (must not exist yet)");
  process.exit(2);
}
const lock = JSON.parse(readFileSync(inProject("package-lock.json"), "utf8"));
const folders = productPackages(lock, (folder) => existsSync(inProject(folder)));

const system = join(target, "system");
const debian = copyRoot(system, account);
copyNode();
makeFolder("tmp", 0o1777);
makeFolder("data", 0o700, account.id);
copyPackages(join(target, "packages/app"));
copyProject(join(target, "project/app"));
writeBill(join(target, "project/usr/share/sbom"));

/** Node.js itself, with its licence if the base image has it. */
function copyNode() {
  const wants = (path) => path === "bin/node" || /^(?:share\/doc\/node\/)?LICENSE$/.test(path);
  const skip = (path) => !["bin", "share", "share/doc", "share/doc/node"].includes(path);
  tell("Node.js", copyFiles({ from: join(process.execPath, "../.."), to: join(system, "usr/local"), wants, skip }));
  chmodSync(join(system, "usr/local/bin/node"), 0o755);
  symlinkSync("/app/bin/parley.mjs", join(system, "usr/local/bin/parley"));
}

function makeFolder(path, mode, owner = 0) {
  const folder = join(system, path);
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, mode);
  if (process.getuid?.() === 0) chownSync(folder, owner, owner);
}

function copyPackages(to) {
  const sum = { files: 0, bytes: 0 };
  for (const folder of folders) {
    const wants = (file) => isKept(nameOf(folder), file);
    // The list has the packages inside a package as entries of their own.
    const skip = (path) => path === "node_modules";
    const { files, bytes } = copyFiles({ from: inProject(folder), to: join(to, folder), wants, skip });
    sum.files += files;
    sum.bytes += bytes;
  }
  tell("packages", sum);
}

function copyProject(to) {
  // These folders are large and contain no file of the image.
  const skip = (path) => [".git", ".cache", "node_modules", "data"].includes(path);
  tell("project", copyFiles({ from: inProject(), to, wants: isImageFile, skip }));
  copyFiles({ from: inProject("scripts/package/image"), to: join(to, "bin"), wants: () => true });
  chmodSync(join(to, "bin/parley.mjs"), 0o755);
}

function writeBill(to) {
  const bill = billOfMaterials({ cwd: inProject(), folders, lock, debian, distribution: distribution() });
  mkdirSync(to, { recursive: true });
  writeFileSync(join(to, "parley.cdx.json"), `${JSON.stringify(bill, null, 1)}\n`);
}

function distribution() {
  const text = readFileSync("/etc/os-release", "utf8");
  return `debian-${/^VERSION_ID="?(\d+)/m.exec(text)?.[1] ?? "unknown"}`;
}

function tell(what, { files, bytes }) {
  console.error(`${what}: ${files} files, ${(bytes / 1e6).toFixed(1)} MB`);
}

/**
 * Copies the files below a folder that `wants` accepts, with their paths from there. Returns their number and bytes.
 * @param skip folders to leave out, by their paths from `from`
 */
function copyFiles({ from, to, wants, skip = () => false }) {
  const copied = { files: 0, bytes: 0 };
  for (const path of filesBelow(from, "", skip)) {
    if (!wants(path)) continue;
    const target = join(to, path);
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(join(from, path), target);
    copied.files += 1;
    copied.bytes += lstatSync(target).size;
  }
  return copied;
}

function* filesBelow(root, folder, skip) {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      if (!skip(path)) yield* filesBelow(root, path, skip);
    } else if (entry.isFile()) yield path;
  }
}
