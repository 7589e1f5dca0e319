import { createHash } from "node:crypto";
import { readdir, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { projectRoot } from "../../core/project-root.ts";
import { madeOnce } from "./made-once.ts";

/** What looks for files beside its own. */
const apart = ["@electric-sql/pglite", "@electric-sql/pglite-pgvector", "pdfjs-dist", "tesseract.js"];
const native = ["onnxruntime-node", "@napi-rs/canvas"];

let folder: Promise<string> | undefined;

/**
 * The built server or its command line with its packages in a few files instead of two thousand, which load in a third of the time: a
 * second and a half of the processor for each process. Workers and parsers are those of `dist`.
 * @returns the path of the script.
 */
export async function bundled(script: "serve" | "parley"): Promise<string> {
  folder ??= fingerprint().then((hash) => madeOnce(`bundle-${hash}`, bundle));
  return join(await folder, `${script}.js`);
}

async function bundle(outDir: string): Promise<void> {
  // Those of earlier builds: twenty megabytes each.
  const cache = dirname(outDir);
  const earlier = (await readdir(cache)).filter((name) => /^bundle-[0-9a-f]+$/.test(name));
  await Promise.all(earlier.map((name) => rm(join(cache, name), { recursive: true, force: true })));
  const { build } = await import("vite");
  const input = ["serve", "parley"].map((script) => join(projectRoot, "dist/scripts", `${script}.js`));
  // A module keeps its own address, by which it finds what stands beside it in `dist`.
  const transform = (code: string, id: string) =>
    code.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href));
  await build({
    configFile: false,
    root: projectRoot,
    publicDir: false,
    logLevel: "error",
    plugins: [{ name: "own-addresses", transform }],
    ssr: { noExternal: true, external: [...apart, ...native] },
    build: { ssr: true, outDir, minify: false, target: "node20", rolldownOptions: { input } },
  });
}

/** Changes when the built server, a package, or how the bundle is made changes. */
async function fingerprint(): Promise<string> {
  const hash = createHash("sha256");
  for (const file of [join(projectRoot, "dist/.stamps/server"), fileURLToPath(import.meta.url)])
    hash.update(await readFile(file));
  return hash.digest("hex").slice(0, 24);
}
