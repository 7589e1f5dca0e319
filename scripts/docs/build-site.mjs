import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";
import { inProject } from "../setup/paths.mjs";

const here = inProject("scripts/docs");

/**
 * Builds scripts and styles of the pages into `folder`. Their names change with their content, so that browsers can cache them for ever.
 * @returns the addresses that the pages use.
 */
export async function buildSite(folder) {
  const built = await build({
    root: join(here, "site"),
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    base: "/docs/assets/",
    build: {
      target: "es2022",
      // `light-dark()` has the colours of both themes. For older browsers Vite would replace it with older syntax.
      cssTarget: ["chrome123", "firefox120", "safari17.5"],
      outDir: folder,
      assetsDir: "",
      emptyOutDir: true,
      modulePreload: false,
      rolldownOptions: { input: { site: join(here, "site/site.ts") } },
    },
  });
  const names = built.output.map(({ fileName }) => fileName);
  const named = (pattern) => `/docs/assets/${names.find((name) => pattern.test(name))}`;
  return {
    theme: `/docs/assets/${keep(folder, "theme.js", readFileSync(join(here, "theme.js")))}`,
    style: named(/^site-[\w-]{8}\.css$/),
    script: named(/^site-[\w-]{8}\.js$/),
  };
}

/** Writes a file under a name with the digest of its content. @returns that name. */
export function keep(folder, name, content) {
  const digest = createHash("sha256").update(content).digest("base64url").slice(0, 8);
  const kept = name.replace(/(?=\.\w+$)/, `-${digest}`);
  writeFileSync(join(folder, kept), content);
  return kept;
}
