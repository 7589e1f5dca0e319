import { startBuilt } from "../scripts/setup/start-built.mjs";

// `node lab/start.mjs bench|eval [arguments]`
const [part] = process.argv.splice(2, 1);
await startBuilt(`lab/${part}/main.js`);
