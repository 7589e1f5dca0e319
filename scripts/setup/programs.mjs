import { accessSync, constants, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Names of each program, and the folders outside PATH where it usually is. */
const programs = {
  chromium: {
    names: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
    places: () => [
      "/usr/bin",
      "/snap/bin",
      "/Applications/Chromium.app/Contents/MacOS",
      "/Applications/Google Chrome.app/Contents/MacOS",
    ],
    alsoNamed: ["Chromium", "Google Chrome"],
  },
  "chromium-headless-shell": { names: ["chromium-headless-shell"], places: () => ["/usr/bin"] },
  "redis-server": { names: ["redis-server"], places: () => ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"] },
  postgres: { names: ["postgres"], places: listPostgresFolders },
  // Debian installs it in a folder that only root's PATH contains.
  pgbouncer: { names: ["pgbouncer"], places: () => ["/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin"] },
};

/**
 * Finds the path of a program: `CHROMIUM_PATH` and similar variables first, then PATH, then its usual folders. Undefined when it is not
 * installed.
 */
export function findProgram(program) {
  const { names, places, alsoNamed = [] } = programs[program];
  const named = process.env[`${program.replaceAll("-", "_").toUpperCase()}_PATH`];
  const folders = [...(process.env.PATH ?? "").split(delimiter).filter(Boolean), ...places()];
  const candidates = [
    named,
    ...folders.flatMap((folder) => [...names, ...alsoNamed].map((name) => join(folder, name))),
  ];
  return candidates.find((path) => path && isExecutable(path));
}

/** Debian has a separate folder for the server of each version; the newest comes first. */
function listPostgresFolders() {
  const root = "/usr/lib/postgresql";
  try {
    const versions = readdirSync(root).sort((a, b) => Number(b) - Number(a));
    return versions.map((version) => join(root, version, "bin"));
  } catch {
    return []; // not Debian's layout
  }
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
