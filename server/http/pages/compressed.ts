import { existsSync, readdirSync } from "node:fs";
import { extname } from "node:path";
import type { RequestHandler } from "express";

/** The smaller one first, whatever order the browser names them in. */
const encodings = [
  ["br", ".br"],
  ["gzip", ".gz"],
] as const;

/** Lets the static files behind it send what the build has compressed, to those who take it. Only files of this folder itself. */
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
