import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const folder = join(import.meta.dirname, "src/i18n/languages");
/** Import path of one section of a language's texts: `languages/de.json?form`. */
const sectionId = /\/i18n\/languages\/(\w+)\.json\?(\w+)$/;

/** Turns each section of a language file into a module, so that a section loads with the code that shows it. */
export function cutTexts(): Plugin {
  return {
    name: "parley-cut-texts",
    enforce: "pre",
    transform(code, id) {
      const [, , section] = sectionId.exec(id) ?? [];
      if (!section) return undefined;
      const texts = JSON.stringify(JSON.parse(code)[section]);
      return { code: `export const ${section} = ${texts}`, map: null, moduleType: "js" };
    },
  };
}

/**
 * File name of a section in the build; undefined for another module. All sections share one hash: a list of names that differ only by the
 * language adds little to the code that loads them.
 */
export function sectionFile(id: string | null): string | undefined {
  const [, language, section] = sectionId.exec(id ?? "") ?? [];
  return language && `panel-${section}-${language}-${hash}.js`;
}

const read = [
  import.meta.filename,
  ...readdirSync(folder)
    .sort()
    .map((file) => join(folder, file)),
];
const hash = createHash("sha256")
  .update(Buffer.concat(read.map((file) => readFileSync(file))))
  .digest("base64url")
  .slice(0, 8);
