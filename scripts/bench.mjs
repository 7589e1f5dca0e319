import { startBuilt } from "./setup/start-built.mjs";

await startBuilt("scripts/bench/main.js");
