import { buildParts } from "./setup/build-parts.mjs";
import { buildAll } from "./setup/ensure-built.mjs";
import { withSetupLock } from "./setup/lock.mjs";
import { requireNode } from "./setup/require-node.mjs";

requireNode();
if (!(await withSetupLock(() => buildAll(buildParts)))) process.exit(1);
