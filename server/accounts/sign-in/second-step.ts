import { createHash, randomInt } from "node:crypto";
import { twoFactor } from "better-auth/plugins";
import { z } from "zod";

/** Readable when copied by hand: no 0, 1, l or o. */
const alphabet = "23456789abcdefghijkmnpqrstuvwxyz";
const groups = 4;
const groupChars = 4;
/** Number of recovery codes; each is valid once. */
const codeCount = 10;
const hashStart = "sha256:";
const codesSchema = z.array(z.string());

/** Sign-in with an authenticator app's code after the password: the library's plugin on the tables of `0003_accounts.sql`. */
export function secondStep() {
  return twoFactor({
    issuer: "Parley",
    backupCodeOptions: {
      customBackupCodesGenerate: () => Array.from({ length: codeCount }, newCode),
      // The plugin would store the codes so that the session secret makes them readable. Because it compares texts, both sides are hashed:
      // stored codes here, and entered codes by `recoveryHash`.
      storeBackupCodes: { encrypt: async (json) => hashAll(json), decrypt: async (json) => json },
    },
    schema: {
      user: { fields: { twoFactorEnabled: "two_factor_enabled" } },
      twoFactor: {
        modelName: "two_factors",
        fields: {
          userId: "person_id",
          backupCodes: "backup_codes",
          failedVerificationCount: "failed_verification_count",
          lockedUntil: "locked_until",
        },
      },
    },
  });
}

/** The stored hash of a recovery code, whatever the spelling. 80 random bits need no slow hash. */
export function recoveryHash(code: string): string {
  const plain = code.toLowerCase().replace(/[^a-z0-9]/g, "");
  return hashStart + createHash("sha256").update(plain).digest("base64url");
}

function newCode(): string {
  const group = () => Array.from({ length: groupChars }, () => alphabet[randomInt(alphabet.length)]).join("");
  return Array.from({ length: groups }, group).join("-");
}

/** The list with each code hashed; hashed entries stay unchanged. */
function hashAll(json: string): string {
  const codes = codesSchema.parse(JSON.parse(json));
  return JSON.stringify(codes.map((code) => (code.startsWith(hashStart) ? code : recoveryHash(code))));
}
