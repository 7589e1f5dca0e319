import { resolve } from "node:path";
import { build, defineConfig, type Plugin } from "vite";

const root = import.meta.dirname;
const target = "es2022";

/** The panel is a module with a hashed name; the loader, a classic script, is built right after it and told that name. */
export default defineConfig({
  root,
  publicDir: false,
  plugins: [loaderScript()],
  // The Markdown parser asserts aloud; the host page's console is not ours.
  define: { "console.assert": "Boolean" },
  build: {
    target,
    outDir: resolve(root, "../dist/widget"),
    emptyOutDir: true,
    sourcemap: true,
    modulePreload: false,
    minify: true,
    // Not in library mode, which leaves white space in modules.
    rolldownOptions: {
      input: resolve(root, "src/panel.ts"),
      preserveEntrySignatures: "strict",
      output: { entryFileNames: "panel-[hash].js", chunkFileNames: "panel-[name]-[hash].js" },
    },
  },
});

function loaderScript(): Plugin {
  return {
    name: "parley-loader",
    async generateBundle(_options, bundle) {
      const panel = Object.values(bundle).find((file) => file.type === "chunk" && file.isEntry);
      if (!panel) throw new Error("the panel was not built");
      this.emitFile({ type: "asset", fileName: "parley.js", source: await buildLoader(panel.fileName) });
    },
  };
}

async function buildLoader(panelFile: string): Promise<string> {
  const result = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    define: { __PANEL_FILE__: JSON.stringify(panelFile) },
    build: {
      target,
      write: false,
      minify: true,
      lib: { entry: resolve(root, "src/loader.ts"), formats: ["iife"], name: "parleyLoader" },
    },
  });
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((part) => ("output" in part ? part.output : []));
  const script = outputs.find((file) => file.type === "chunk");
  if (!script || outputs.length !== 1) throw new Error("the loader must be one script");
  return script.code;
}
