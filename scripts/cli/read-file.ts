import { createReadStream } from "node:fs";
import { access, readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { createGunzip, type Gunzip } from "node:zlib";
import { AppError } from "../../server/core/errors.ts";

/** The text of a file that the user named. @throws AppError `not_found`. */
export function readText(cwd: string, file: string): Promise<string> {
  return readFile(resolve(cwd, file), "utf8").catch((cause) => refuse(file, cause));
}

/** The unpacked bytes of an archive that the user named. @throws AppError `not_found`. */
export async function openArchive(cwd: string, file: string): Promise<Gunzip> {
  const path = resolve(cwd, file);
  await access(path).catch((cause) => refuse(file, cause));
  return createReadStream(path).pipe(createGunzip());
}

/** Undefined for invalid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refuse(file: string, cause: unknown): never {
  throw new AppError("not_found", `Cannot read the file ${file}. Check the path and its permissions.`, { cause });
}
