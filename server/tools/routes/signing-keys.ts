import type { Response } from "express";
import type { ToolDeps } from "../deps.ts";
import type { PublishedKey } from "../signing/signer.ts";

/** How long receivers may cache the key list, in seconds. A new key is published for longer than that before it signs. */
const maxAgeSeconds = 300;

/** `GET /.well-known/jwks.json`: public keys that verify signed tool calls. */
export async function readSigningKeys(
  { signer }: Pick<ToolDeps, "signer">,
  response: Response,
): Promise<{ keys: PublishedKey[] }> {
  response.set("Cache-Control", `public, max-age=${maxAgeSeconds}`);
  return { keys: await signer.published() };
}
