import type { RequestHandler } from "express";
import type { ToolDeps } from "../deps.ts";

/** How long a receiver goes by what it has read; a new key is published for longer than that before it signs. */
const maxAgeSeconds = 300;

/** `GET /.well-known/jwks.json`: public halves of the keys that calls of tools are signed with. */
export function signingKeysRoute({ signer }: Pick<ToolDeps, "signer">): RequestHandler {
  return async (_request, response) => {
    response.set("Cache-Control", `public, max-age=${maxAgeSeconds}`);
    response.json({ keys: await signer.published() });
  };
}
