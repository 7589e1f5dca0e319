/** Oldest Node.js version that every dependency supports; the same as `engines` in package.json. */
const oldestMajor = 20;
const oldestMinor = 19;

/** Ends the process with a clear message when this Node.js is too old. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  console.error(
    `Parley needs Node.js ${oldestMajor}.${oldestMinor} or newer; this is ${process.versions.node}. See https://nodejs.org/en/download`,
  );
  process.exit(1);
}
