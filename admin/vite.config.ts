import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

/**
 * The console is served under `/console/` with a CSP that allows no inline script or style and
 * demands Trusted Types, so nothing is inlined and the preload polyfill stays out.
 */
export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  base: "/console/",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: fileURLToPath(new URL("../dist/admin", import.meta.url)),
    emptyOutDir: true,
    target: "es2022",
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": process.env["PARLEY_API"] ?? "http://localhost:8787" } },
});
