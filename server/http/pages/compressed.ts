import { existsSync, readdirSync } from "node:fs";
import { extname } from "node:path";
import type { RequestHandler } from "express";

/** The smaller encoding first, in whatever order the browser lists them. */
const encodings = [
  ["br", ".br"],
  ["gzip", ".gz"],
] as const;

/**
 * Makes the following static file handler send the files that the build compressed, to browsers that accept them. Only files directly in
 * this folder.
 */
export function compressed(folder: string): RequestHandler {
  const names = new Set(existsSync(folder) ? readdirSync(folder) : []);
  return (request, response, next) => {
    response.vary("Accept-Encoding");
    const { path } = request;
    for (const [encoding, ending] of encodings) {
      if (!names.has(`${path.slice(1)}${ending}`) || !request.acceptsEncodings(encoding)) continue;
      response.type(extname(path)).set("Content-Encoding", encoding);
      request.url = `${path}${ending}`;
      break;
    }
    next();
  };
}
