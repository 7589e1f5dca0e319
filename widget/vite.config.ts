import { resolve } from "node:path";
import { build, defineConfig, type Plugin } from "vite";
import { cutTexts, sectionFile } from "./texts.config.ts";

const root = import.meta.dirname;
const target = "es2022";

/**
 * Makes V8 compile all functions of a file on another thread while it loads, instead of one by one at their first call on the page's
 * thread: https://v8.dev/blog/explicit-compile-hints. Other engines see a comment.
 */
const compiledAhead = "//# allFunctionsCalledOnLoad";
/** Smallest file for which the hint is worth its bytes, in characters before minification. */
const aheadFromChars = 30_000;

/** The panel is a module with a hashed name. The loader, a classic script, is built right after it and contains that name. */
export default defineConfig({
  root,
  // The panel's files load each other from their own folder.
  base: "./",
  publicDir: false,
  plugins: [cutTexts(), tightStyles(), tightTemplates(), litByItself(), loaderScript()],
  // The Markdown parser logs failed assertions; keep them out of the host page's console.
  define: { "console.assert": "Boolean" },
  build: {
    target,
    outDir: resolve(root, "../dist/widget"),
    emptyOutDir: true,
    sourcemap: true,
    modulePreload: false,
    minify: true,
    // Not library mode, which keeps white space in modules.
    rolldownOptions: {
      checks: { pluginTimings: false },
      input: resolve(root, "src/panel/panel.ts"),
      // The entry also exports code that the panel's other files share.
      preserveEntrySignatures: "allow-extension",
      output: {
        entryFileNames: "panel-[hash].js",
        chunkFileNames: ({ facadeModuleId }) => sectionFile(facadeModuleId) ?? "panel-[name]-[hash].js",
        postBanner: ({ modules }) =>
          Object.values(modules).reduce((sum, { renderedLength }) => sum + renderedLength, 0) < aheadFromChars
            ? ""
            : compiledAhead,
      },
    },
  },
});

/** The minifier treats style sheets as text: removes their comments and white space. */
function tightStyles(): Plugin {
  return {
    name: "parley-tight-styles",
    transform: (code, id) =>
      id.endsWith(".styles.ts") ? { code: code.replace(/`[^`]*`/g, tighten), map: null } : undefined,
  };
}

function tighten(sheet: string): string {
  return sheet
    .replace(/\/\*(?:(?!\/\*).)*?\*\//gs, "")
    .replace(/\s+/g, " ")
    .replace(/ ?([{};]|(?<=[a-z]):(?= )|,) ?/g, "$1")
    .replace(/ ?(!important);?(?=})|;(?=})| (?=!important)/g, "$1");
}

/**
 * Removes the indentation from the elements' templates, where it is part of the text. Keeps the line breaks: a browser shows both as one
 * space, and line numbers still match the source map.
 */
function tightTemplates(): Plugin {
  return {
    name: "parley-tight-templates",
    transform: (code, id) =>
      id.includes("/widget/src/elements/") && id.endsWith(".ts")
        ? { code: code.replace(/\n[ \t]+/g, "\n"), map: null }
        : undefined,
  };
}

/**
 * Lit adds names of its own to the page (versions, and decorator metadata, which we do not use) and looks there for functions that would
 * change our elements. Removes both.
 */
function litByItself(): Plugin {
  return {
    name: "parley-lit-by-itself",
    transform(code, id) {
      if (!/\/(lit-html|lit-element|reactive-element)\.js$/.test(id)) return undefined;
      const own = code
        .replace(/\(\w+\.\w+Versions\s*\?\?=\s*\[\]\)\.push\("[\d.]+"\)/, "0")
        .replace(
          /Symbol\.metadata\s*\?\?=\s*Symbol\("metadata"\),\s*\w+\.litPropertyMetadata\s*\?\?=\s*new WeakMap\b/,
          "0",
        )
        .replace(
          /\blitPropertyMetadata\.get\(\w+\)|\b\w+\.(?:lit|reactive)\w+(?:Polyfill|Hydrate)Support\b/g,
          "undefined",
        );
      if (/Versions|PropertyMetadata|(?:Polyfill|Hydrate)Support/.test(own)) {
        throw new Error(`${id} is not the code that was expected`);
      }
      return { code: own, map: null };
    },
  };
}

function loaderScript(): Plugin {
  return {
    name: "parley-loader",
    async generateBundle(_options, bundle) {
      const panel = Object.values(bundle).find((file) => file.type === "chunk" && file.isEntry);
      if (!panel) throw new Error("the panel was not built");
      const loader = await buildScript("loader", { __PANEL_FILE__: JSON.stringify(panel.fileName) });
      this.emitFile({ type: "asset", fileName: "parley.js", source: loader });
      this.emitFile({ type: "asset", fileName: "teaser.js", source: await buildScript("teaser") });
      this.emitFile({ type: "asset", fileName: "tag.js", source: await buildScript("tag") });
      this.emitFile({ type: "asset", fileName: "preview.js", source: await buildScript("preview") });
    },
  };
}

/** Builds a classic script for a script tag of its own. */
async function buildScript(name: string, define: Record<string, string> = {}): Promise<string> {
  const result = await build({
    root,
    configFile: false,
    plugins: [tightStyles()],
    publicDir: false,
    logLevel: "warn",
    define,
    build: {
      target,
      write: false,
      minify: true,
      lib: { entry: resolve(root, `src/${name}/${name}.ts`), formats: ["iife"], name: "parleyScript" },
      rolldownOptions: { output: { postBanner: compiledAhead } },
    },
  });
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((part) => ("output" in part ? part.output : []));
  const script = outputs.find((file) => file.type === "chunk");
  if (!script || outputs.length !== 1) throw new Error(`${name} must be one script`);
  return script.code;
}
