import { createHash, randomInt } from "node:crypto";
import { twoFactor } from "better-auth/plugins";
import { z } from "zod";

/** Readable when it is copied by hand: no 0, 1, l or o. */
const alphabet = "23456789abcdefghijkmnpqrstuvwxyz";
const groups = 4;
const groupChars = 4;
/** So many codes; each is good once. */
const codeCount = 10;
const hashStart = "sha256:";
const codesSchema = z.array(z.string());

/** Signing in with a code of an authenticator app after the password: the library's plugin on the tables of `0003_accounts.sql`. */
export function secondStep() {
  return twoFactor({
    issuer: "Parley",
    backupCodeOptions: {
      customBackupCodesGenerate: () => Array.from({ length: codeCount }, newCode),
      // The plugin would keep the codes readable for whoever has the session secret. It compares texts, so it is given hashes on both
      // sides: here for what is stored, and by `recoveryHash` for what somebody enters.
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

/** What is stored of a recovery code, however it was written down. 80 random bits need no slow hash. */
export function recoveryHash(code: string): string {
  const plain = code.toLowerCase().replace(/[^a-z0-9]/g, "");
  return hashStart + createHash("sha256").update(plain).digest("base64url");
}

function newCode(): string {
  const group = () => Array.from({ length: groupChars }, () => alphabet[randomInt(alphabet.length)]).join("");
  return Array.from({ length: groups }, group).join("-");
}

/** The list with each code hashed; those that are already stay as they are. */
function hashAll(json: string): string {
  const codes = codesSchema.parse(JSON.parse(json));
  return JSON.stringify(codes.map((code) => (code.startsWith(hashStart) ? code : recoveryHash(code))));
}
