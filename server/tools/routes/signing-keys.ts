import type { Response } from "express";
import type { ToolDeps } from "../deps.ts";
import type { PublishedKey } from "../signing/signer.ts";

/** How long a receiver goes by what it has read; a new key is published for longer than that before it signs. */
const maxAgeSeconds = 300;

/** `GET /.well-known/jwks.json`: public halves of the keys that calls of tools are signed with. */
export async function readSigningKeys(
  { signer }: Pick<ToolDeps, "signer">,
  response: Response,
): Promise<{ keys: PublishedKey[] }> {
  response.set("Cache-Control", `public, max-age=${maxAgeSeconds}`);
  return { keys: await signer.published() };
}
