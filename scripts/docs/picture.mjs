import { existsSync } from "node:fs";
import { posix } from "node:path";
import { inProject } from "../setup/paths.mjs";
import { addressOfLink } from "./addresses.mjs";
import { escapeHtml, unescapeHtml } from "./html.mjs";
import { pictureSize } from "./picture-size.mjs";

/** Two pictures of which dark pages show the first: the only markup that is taken as such, because the README needs it. */
const pair =
  /<picture>\s*<source media="\(prefers-color-scheme: dark\)" srcset="([^"]*)">\s*<img (?:width="\d{1,3}%" )?alt="([^"]*)" src="([^"]*)">\s*<\/picture>/g;

/** The HTML of a picture. One of the light mode brings that of the dark mode along, where there is one. */
export function renderPicture(href, alt, folder) {
  const dark = href.replace(/-light\.webp$/, "-dark.webp");
  const hasDark = dark !== href && existsSync(inProject(posix.join(folder, dark)));
  return pictureOf({ light: href, dark: hasDark ? dark : null, alt }, folder);
}

/** Pairs of pictures that are written as HTML, or null when the text says anything else. */
export function renderPairs(text, folder) {
  if (text.replace(pair, "").trim() !== "") return null;
  const pictures = [...text.matchAll(pair)].map(([, dark, alt, light]) =>
    pictureOf({ light, dark, alt: unescapeHtml(alt) }, folder),
  );
  return `<p class="pictures">${pictures.join(" ")}</p>\n`;
}

function pictureOf({ light, dark, alt }, folder) {
  const [address, darkAddress] = [light, dark].map((href) => (href === null ? null : addressOfLink(href, folder)));
  if (address === null) return escapeHtml(alt);
  const file = inProject(posix.join(folder, light));
  const size = address.startsWith("/") && existsSync(file) ? pictureSize(file) : null;
  const room = size === null ? "" : ` width="${size.width}" height="${size.height}"`;
  // A picture higher than wide is one of the chat, which is not drawn larger than it is.
  const tall = size !== null && size.height > size.width ? ' class="tall"' : "";
  const image = `<img src="${escapeHtml(address)}" alt="${escapeHtml(alt)}"${room}${tall} loading="lazy" decoding="async">`;
  if (darkAddress === null) return image;
  return `<picture><source media="(prefers-color-scheme: dark)" srcset="${escapeHtml(darkAddress)}">${image}</picture>`;
}
