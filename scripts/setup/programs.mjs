import { accessSync, constants, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Names each program goes by, and the places outside PATH where it usually is. */
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
  // Debian has it where only root's PATH looks.
  pgbouncer: { names: ["pgbouncer"], places: () => ["/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin"] },
};

/** Where a program is: `CHROMIUM_PATH` and the like first, then PATH, then its usual places. Undefined when it is not installed. */
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

/** Debian keeps each version's server in a folder of its own; the newest first. */
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
