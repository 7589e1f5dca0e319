/**
 * Tells the site's developer, in one line of the browser's console, what to change about the script tag. The loader imports this file only
 * when it found a problem; a module runs once, so there is one line for any number of tags.
 */
import { type PageScript, tagProblem } from "./tag-problem.ts";

function readScripts(): PageScript[] {
  return [...document.scripts].map((script) => ({
    src: script.src,
    type: script.type,
    tenant: script.dataset["tenant"]?.trim(),
    names: script.getAttributeNames(),
  }));
}

function tell(): void {
  const page = window as { Parley?: { tenant?: string } };
  const problem = tagProblem(readScripts(), page.Parley?.tenant);
  if (problem) console.warn(`Parley: ${problem}`);
}

// Later tags are seen too.
if (document.readyState === "complete") tell();
else addEventListener("load", tell);
