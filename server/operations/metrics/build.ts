import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { projectRoot } from "../../core/project-root.ts";

/** The running version, from package.json. */
export const version: string = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8"))).version;
