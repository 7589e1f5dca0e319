import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

// Uses the compiler of the installed bundler without the bundler. The bundler inspects the machine, which a process without rights may not
// do.
const ofBundler = createRequire(createRequire(import.meta.url).resolve("vite/package.json"));
const { transformSync } = await import(pathToFileURL(ofBundler.resolve("rolldown/utils")).href);

/** Node.js hook that removes the types from a TypeScript file of the project. */
export async function load(url, context, nextLoad) {
  if (!url.endsWith(".ts")) return nextLoad(url, context);
  const path = fileURLToPath(url);
  const { code, map, errors } = transformSync(path, await readFile(path, "utf8"), { sourcemap: true });
  if (errors.length > 0) throw new SyntaxError(`${path}: ${errors[0].message}`);
  const inlineMap = Buffer.from(JSON.stringify(map)).toString("base64");
  const source = `${code}\n//# sourceMappingURL=data:application/json;base64,${inlineMap}`;
  return { format: "module", shortCircuit: true, source };
}
