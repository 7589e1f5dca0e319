import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin, runnerImport } from "vite";
import type { Route } from "../protocol/route.ts";

/** A console page needs only the method and path of a route. The rest, zod and all schemas, stays out of its scripts. */
function methodsAndPaths(): Plugin {
  return {
    name: "methods-and-paths",
    async load(id) {
      if (!/\/protocol\/routes\/[\w-]+\.ts$/.test(id)) return null;
      const { module } = await runnerImport<Record<string, Record<string, Route>>>(id, { configFile: false });
      const families = Object.entries(module).map(([name, family]) => {
        const calls = Object.entries(family).map(([key, { method, path }]) => [key, { method, path }]);
        return `export const ${name} = ${JSON.stringify(Object.fromEntries(calls))};`;
      });
      return families.join("\n");
    },
  };
}

const firstModules = /\/(?:protocol\/routes\/(?:account|people|tickets)|shapes)\.ts$/;

/**
 * The console is served under `/console/` with a CSP that allows no inline script or style and
 * demands Trusted Types, so nothing is inlined and the preload polyfill stays out.
 */
export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  base: "/console/",
  plugins: [methodsAndPaths()],
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: fileURLToPath(new URL("../dist/admin", import.meta.url)),
    emptyOutDir: true,
    target: "es2022",
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      checks: { pluginTimings: false },
      // The small modules of the first screen that other pages share: one script is compressed better than four.
      output: { codeSplitting: { groups: [{ name: "first", test: firstModules }] } },
    },
  },
  server: { proxy: { "/api": process.env["PARLEY_API"] ?? "http://localhost:8787" } },
});
