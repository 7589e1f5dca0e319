import { spawnSync } from "node:child_process";
import { cpSync, existsSync, lstatSync, mkdirSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Debian packages that Node.js and its add-ons need, and the name of the system. No shell, no package manager, nothing that is set-uid. */
const debianPackages = ["base-files", "gcc-*-base", "libc6", "libgcc-s1", "libstdc++6"];
/** Code tables of iconv, which Node.js does not use, and texts other than licences. */
const leftOut =
  /\/gconv\/|\/audit\/|^\/usr\/share\/(?!doc\/[^/]+(?:\/copyright)?$|common-licenses\/)|^\/etc\/(?:update-motd|profile|issue|skel)/;

/**
 * Copies the files of some of this system's Debian packages, and the package data that vulnerability scanners read.
 * @returns the packages with their versions
 */
export function copyRoot(to, account) {
  const packages = query(["-W", ...debianPackages])
    .split("\n")
    .map(toPackage);
  for (const { name } of packages) {
    for (const path of query(["-L", name]).split("\n")) if (!leftOut.test(path)) copyEntry(realEntry(path), to);
    write(to, `/var/lib/dpkg/status.d/${name}`, `${query(["-s", name])}\n`);
  }
  for (const link of ["/bin", "/lib", "/lib64", "/sbin"]) copyEntry(link, to);
  const { name, id, home } = account;
  write(to, "/etc/passwd", `root:x:0:0:root:/root:/sbin/nologin\n${name}:x:${id}:${id}::${home}:/sbin/nologin\n`);
  write(to, "/etc/group", `root:x:0:\n${name}:x:${id}:\n`);
  // Without this file, name servers come before /etc/hosts, where engines write the names of other containers.
  write(to, "/etc/nsswitch.conf", "passwd: files\ngroup: files\nhosts: files dns\n");
  return packages;
}

function toPackage(line) {
  const [name, version] = line.split("\t");
  // The name includes the architecture when a system may have several.
  return { name: name.split(":")[0], version };
}

function query(args) {
  const { status, stdout, stderr, error } = spawnSync("dpkg-query", args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`dpkg-query ${args.join(" ")}: ${error?.message ?? stderr}`);
  return stdout.trim();
}

/** Debian's `/lib` is a link to `/usr/lib`; a package may list its files under either. */
function realEntry(path) {
  return /^\/(?:bin|lib|lib64|sbin)\//.test(path) ? `/usr${path}` : path;
}

function copyEntry(path, to) {
  const found = existsSync(path) || lstatSync(path, { throwIfNoEntry: false }) ? lstatSync(path) : undefined;
  if (!found || found.isDirectory()) return;
  const target = join(to, path);
  if (lstatSync(target, { throwIfNoEntry: false })) return;
  mkdirSync(dirname(target), { recursive: true });
  if (found.isSymbolicLink()) symlinkSync(readlinkSync(path), target);
  else cpSync(path, target);
}

function write(to, path, content) {
  mkdirSync(dirname(join(to, path)), { recursive: true });
  writeFileSync(join(to, path), content);
}
