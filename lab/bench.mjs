import { startBuilt } from "../scripts/setup/start-built.mjs";

await startBuilt("lab/bench/main.js");
