import { createHash } from "node:crypto";
import type { Request, Response } from "express";
import { readPicture } from "../../../accounts/people/picture.ts";
import { AppError } from "../../../core/errors.ts";
import { addressKey } from "../../../http/address.ts";
import type { HttpContext } from "../../../http/context.ts";

/** A removed person's picture is gone from browsers after this, too. */
const keptSeconds = 600;

/**
 * Sends the picture of somebody who answers this tenant's visitors. The address is the only credential: it is in messages alone and
 * cannot be guessed. Gone with the person's work for the tenant.
 */
export async function sendFace(
  { auth, people }: Pick<HttpContext, "auth" | "people">,
  { address, request, response }: { address: string; request: Request; response: Response },
): Promise<void> {
  await auth.limits.take("chat_address", addressKey(request));
  const face = auth.faces.read(address);
  if (!face) throw new AppError("not_found", "Picture not found.");
  const { type, bytes } = await readPicture(people, face.tenantId, face.personId);
  response.set({
    "Content-Type": type,
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "cross-origin",
    // Any page may show what anybody may fetch who knows the address.
    "Access-Control-Allow-Origin": "*",
    "Cache-Control": `public, max-age=${keptSeconds}`,
    ETag: `"${createHash("sha256").update(bytes).digest("hex").slice(0, 16)}"`,
  });
  response.send(Buffer.from(bytes));
}
