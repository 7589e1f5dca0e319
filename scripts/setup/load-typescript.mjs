// For `node --import`: lets a process that a test starts load the project's TypeScript, on a Node.js that cannot do it itself. The built
// product does not use it.
import { register } from "node:module";

if (!process.features.typescript) register("./typescript-hooks.mjs", import.meta.url);
