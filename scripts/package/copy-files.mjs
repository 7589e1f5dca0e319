import { copyFileSync, lstatSync, mkdirSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Copies the files below a folder that `wants` takes, by their paths from there, and tells what that was.
 * @param skip folders that are not looked into, by their paths from `from`
 */
export function copyFiles({ from, to, wants, skip = () => false }) {
  const copied = { files: 0, bytes: 0 };
  for (const path of filesBelow(from, "", skip)) {
    if (!wants(path)) continue;
    const target = join(to, path);
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(join(from, path), target);
    copied.files += 1;
    copied.bytes += lstatSync(target).size;
  }
  return copied;
}

function* filesBelow(root, folder, skip) {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      if (!skip(path)) yield* filesBelow(root, path, skip);
    } else if (entry.isFile()) yield path;
  }
}
