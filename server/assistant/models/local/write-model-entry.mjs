// A process that writes the embedding model to a file and ends. Plain JavaScript for the same reason as worker-entry.mjs.
import { existsSync } from "node:fs";

const source = new URL("./write-model.ts", import.meta.url);
const { writeModel } = await import(
  existsSync(source) ? source.href : new URL("./write-model.js", import.meta.url).href
);
const [precision, path] = process.argv.slice(2);
await writeModel(precision, path);
