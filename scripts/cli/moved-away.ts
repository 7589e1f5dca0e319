import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Config } from "../../server/core/config/config.ts";

type Place = Pick<Config, "dataDir" | "databaseUrl">;

/** Where `parley move` leaves the settings of the installation that it made. */
export function productionEnvOf({ dataDir }: Pick<Place, "dataDir">): string {
  return join(resolve(dataDir), "production.env");
}

/**
 * A warning at the start of an embedded installation that was moved, fully or in part: messages to the old installation do not reach the
 * new one. Null without a move.
 */
export function movedAwayNote(config: Place): string | null {
  if (config.databaseUrl !== undefined || !existsSync(productionEnvOf(config))) return null;
  return [
    "This installation was moved to PostgreSQL, or a move was started. The settings of the new installation are in",
    `  ${productionEnvOf(config)}`,
    "Conversations here would not reach the new installation. If you cancelled the move, delete that file to start Parley here.",
  ].join("\n");
}
