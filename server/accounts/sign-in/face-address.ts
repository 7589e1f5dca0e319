import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from "node:crypto";
import { type TenantId, tenantIdSchema } from "../../../protocol/ids.ts";
import type { SessionSecret } from "../../core/config/config.ts";
import { toUuid } from "../../core/ids.ts";

/** A person's picture for the visitors of a tenant. */
export interface Face {
  tenantId: TenantId;
  personId: string;
}

/** Picture URLs for visitors: they reveal nothing and cannot be forged. */
export interface FaceAddresses {
  of(face: { tenantId: string; personId: string }): string;
  /** Null for a URL that was not created here, or with a secret that is no longer listed. */
  read(address: string): Face | null;
}

/** Path of the pictures. */
export const facePath = "/api/v1/chat/faces/";

const cipher = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;
const uuidBytes = 16;
/** Base64url of the whole value. */
const addressPattern = /^[\w-]{80}$/;

/** The first secret creates URLs; all of them read. */
export function createFaceAddresses(secrets: readonly SessionSecret[]): FaceAddresses {
  const keys = secrets.map(({ secret }) => ({ seal: derive(secret, "seal"), mark: derive(secret, "mark") }));
  return {
    of({ tenantId, personId }) {
      const [key] = keys;
      if (!key) throw new Error("no secret to make addresses with");
      const plain = Buffer.from((tenantId + personId).replaceAll("-", ""), "hex");
      // Constant per person, so that browsers can cache the picture; derived from the content, so that different contents never share an
      // IV.
      const iv = createHmac("sha256", key.mark).update(plain).digest().subarray(0, ivBytes);
      const sealing = createCipheriv(cipher, key.seal, iv);
      const sealed = Buffer.concat([sealing.update(plain), sealing.final()]);
      return Buffer.concat([iv, sealed, sealing.getAuthTag()]).toString("base64url");
    },
    read(address) {
      if (!addressPattern.test(address)) return null;
      const bytes = Buffer.from(address, "base64url");
      for (const { seal } of keys) {
        const plain = open(seal, bytes);
        if (plain)
          return {
            tenantId: tenantIdSchema.parse(toUuid(plain.subarray(0, uuidBytes))),
            personId: toUuid(plain.subarray(uuidBytes)),
          };
      }
      return null;
    },
  };
}

function open(key: Buffer, bytes: Buffer): Buffer | null {
  try {
    const opening = createDecipheriv(cipher, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
    opening.setAuthTag(bytes.subarray(-tagBytes));
    return Buffer.concat([opening.update(bytes.subarray(ivBytes, -tagBytes)), opening.final()]);
  } catch {
    return null;
  }
}

function derive(secret: string, what: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", `parley:face:${what}`, 32));
}
