import { startBuilt } from "../scripts/setup/start-built.mjs";

// `npm run bench` and `npm run eval`
const [part] = process.argv.splice(2, 1);
await startBuilt(`lab/${part}/main.js`);
