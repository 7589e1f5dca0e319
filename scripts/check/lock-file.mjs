/**
 * npm leaves an optional package out of the lock file when the registry does not have it, although packages for other platforms are never
 * installed; then `npm ci` rejects the file. These functions find and add such entries.
 */

const cpus = ["arm64", "x64", "arm", "ia32", "ppc64", "riscv64", "s390x", "loong64"];
const systems = ["android", "darwin", "freebsd", "linux", "openharmony", "win32"];

/** Optional packages that a locked package names but the lock file lacks: `{path, version, parent}`. */
export function findMissingOptional(lock) {
  return Object.entries(lock.packages).flatMap(([path, parent]) =>
    Object.entries(parent.optionalDependencies ?? {})
      .filter(([name]) => path !== "" && !isLocked(lock, path, name))
      .map(([name, version]) => ({ path: `node_modules/${name}`, version, parent })),
  );
}

/** A copy of the lock file with those entries, in npm's order. They have a platform in their name and nothing else to record. */
export function completeLock(lock) {
  const packages = { ...lock.packages };
  for (const { path, version, parent } of findMissingOptional(lock)) {
    const entry = { version, ...platformOf(path), optional: true };
    packages[path] = parent.dev ? { ...entry, dev: true } : entry;
  }
  const sorted = Object.keys(packages).sort((a, b) => a.localeCompare(b, "en"));
  return { ...lock, packages: Object.fromEntries(sorted.map((path) => [path, packages[path]])) };
}

function isLocked(lock, path, name) {
  return `${path}/node_modules/${name}` in lock.packages || `node_modules/${name}` in lock.packages;
}

function platformOf(path) {
  const words = path.split(/[/-]/);
  const os = systems.filter((system) => words.includes(system));
  const cpu = cpus.filter((candidate) => words.includes(candidate));
  if (os.length !== 1 || cpu.length !== 1)
    throw new Error(`${path} has no platform. Add it to package-lock.json by hand`);
  if (os[0] !== "linux") return { cpu, os };
  return { cpu, os, libc: [words.some((word) => word.startsWith("musl")) ? "musl" : "glibc"] };
}
