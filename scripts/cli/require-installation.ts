import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { AppError } from "../../server/core/errors.ts";
import type { Out } from "./command.ts";

/**
 * A mistyped folder is empty, and an empty installation would answer every question with "none". So only commands that create an
 * installation accept an empty folder, and they print its path.
 * @param out null: a new installation is not allowed.
 * @throws AppError `not_found` that names the folder.
 */
export function requireInstallation(dataDir: string, out: Out | null): void {
  const folder = resolve(dataDir);
  if (existsSync(join(folder, "postgres"))) return;
  if (out) {
    out.info(`No installation in ${folder}. Creating one.`);
    return;
  }
  throw new AppError(
    "not_found",
    `No installation in ${folder}. Set DATA_DIR to your installation's folder (or DATABASE_URL to its database), or create one with: parley init`,
  );
}
