import { existsSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { inProject } from "../setup/paths.mjs";
import { addressOfLink } from "./addresses.mjs";
import { escapeHtml, unescapeHtml } from "./html.mjs";

/** Two pictures, the first for dark pages. Pages accept no other HTML; the README needs this one. */
const pair =
  /<picture>\s*<source media="\(prefers-color-scheme: dark\)" srcset="([^"]*)">\s*<img (?:width="\d{1,3}%" )?alt="([^"]*)" src="([^"]*)">\s*<\/picture>/g;

/** The HTML of a picture. A picture of the light theme includes its dark variant if there is one. */
export function renderPicture(href, alt, folder) {
  const dark = href.replace(/-light\.webp$/, "-dark.webp");
  const hasDark = dark !== href && existsSync(inProject(posix.join(folder, dark)));
  return pictureOf({ light: href, dark: hasDark ? dark : null, alt }, folder);
}

/** Converts pairs of pictures in HTML; null when the text contains anything else. */
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
  // A picture that is taller than wide shows the chat. It is not enlarged.
  const tall = size !== null && size.height > size.width ? ' class="tall"' : "";
  const image = `<img src="${escapeHtml(address)}" alt="${escapeHtml(alt)}"${room}${tall} loading="lazy" decoding="async">`;
  if (darkAddress === null) return image;
  return `<picture><source media="(prefers-color-scheme: dark)" srcset="${escapeHtml(darkAddress)}">${image}</picture>`;
}

/** Width and height of a WebP or SVG file in pixels, so that a page reserves the space; null for other files. */
function pictureSize(file) {
  if (file.endsWith(".svg")) return sizeOfSvg(readFileSync(file, "utf8"));
  return file.endsWith(".webp") ? sizeOfWebp(readFileSync(file)) : null;
}

function sizeOfSvg(text) {
  const box = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(text);
  return box && { width: Math.round(Number(box[1])), height: Math.round(Number(box[2])) };
}

/** The first chunk of a WebP file has its size: https://developers.google.com/speed/webp/docs/riff_container. */
function sizeOfWebp(bytes) {
  const kind = bytes.toString("latin1", 12, 16);
  if (kind === "VP8X") return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (kind === "VP8 ") return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (kind !== "VP8L") return null;
  const bits = bytes.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
}
