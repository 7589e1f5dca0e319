import type { LiveHub } from "../live/hub.ts";
import type { Database } from "../store/database.ts";

export interface DeskDeps {
  db: Database;
  hub: LiveHub;
}
