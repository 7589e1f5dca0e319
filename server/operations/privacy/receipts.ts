import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from "node:crypto";
import { type Receipt, receiptSchema, type VerifiedReceipt } from "../../../protocol/admin-erasures.ts";
import { lockBytes, unlockBytes } from "../../core/locked-bytes.ts";
import { withSystem } from "../../database/transaction.ts";
import { insertReceiptKey, listReceiptKeys } from "../store/receipt-keys.ts";
import type { ErasureDeps } from "./deps.ts";

type Facts = Omit<Receipt, "format" | "installation" | "tenant" | "subjects" | "key" | "signature"> & {
  tenantId: string;
  subjectIds: readonly string[];
};

/** Signs the facts of an erasure. Ids are in it as hashes: a person who has an id can check it, and nobody can derive it. */
export async function makeReceipt(deps: ErasureDeps, { tenantId, subjectIds, ...facts }: Facts): Promise<Receipt> {
  const signer = await loadSigner(deps);
  const unsigned = {
    ...facts,
    format: "parley.erasure/1" as const,
    installation: deps.publicUrl,
    tenant: hashId("tenant", tenantId),
    subjects: subjectIds.map((id) => hashId(facts.kind, id)).sort(),
    key: { kid: signer.kid, public_key: signer.publicKey },
  };
  return receiptSchema.parse({
    ...unsigned,
    signature: sign(null, Buffer.from(canonical(unsigned)), signer.privateKey).toString("base64url"),
  });
}

/** Checks that this installation signed a receipt and nobody has changed it. */
export async function verifyReceipt({ db }: Pick<ErasureDeps, "db">, given: unknown): Promise<VerifiedReceipt> {
  const receipt = receiptSchema.safeParse(given);
  if (!receipt.success) return { valid: false, reason: "malformed" };
  const { signature, ...unsigned } = receipt.data;
  const keys = await withSystem(db, "sign-receipts", listReceiptKeys);
  const known = keys.find(({ kid, public_key: key }) => kid === unsigned.key.kid && key === unsigned.key.public_key);
  if (!known) return { valid: false, reason: "unknown_key" };
  const key = createPublicKey({ key: Buffer.from(known.public_key, "base64url"), format: "der", type: "spki" });
  const isGood = verify(null, Buffer.from(canonical(unsigned)), key, Buffer.from(signature, "base64url"));
  return { valid: isGood, reason: isGood ? null : "signature" };
}

function hashId(kind: string, id: string): string {
  return createHash("sha256").update(`parley:${kind}:${id}`).digest("hex");
}

/** Serialises equal facts to the same text, whatever the order of their keys. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(",")}}`;
}

interface Signer {
  kid: string;
  publicKey: string;
  privateKey: KeyObject;
}

/** Binds the key's name to its private half. */
const useOf = (kid: string) => ({ purpose: "parley:receipts", name: kid });

/**
 * The key that signs receipts: the newest key that one of the server's secrets can decrypt. When the secret of that key is gone, a new key
 * is created. Receipts of the old key stay valid, because its public half is kept.
 */
async function loadSigner({ db, secrets }: Pick<ErasureDeps, "db" | "secrets">): Promise<Signer> {
  return withSystem(db, "sign-receipts", async (tx) => {
    for (const row of await listReceiptKeys(tx)) {
      const secret = secrets.find(({ kid }) => kid === row.secret_kid);
      const der = secret && unlockBytes(row.locked, useOf(row.kid), secret);
      if (der)
        return {
          kid: row.kid,
          publicKey: row.public_key,
          privateKey: createPrivateKey({ key: der, format: "der", type: "pkcs8" }),
        };
    }
    const secret = secrets[0];
    if (!secret) throw new Error("at least one session secret is needed");
    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    const spki = publicKey.export({ format: "der", type: "spki" });
    const kid = createHash("sha256").update(spki).digest("hex").slice(0, 16);
    const row = { kid, public_key: spki.toString("base64url"), secret_kid: secret.kid };
    await insertReceiptKey(tx, {
      ...row,
      locked: lockBytes(privateKey.export({ format: "der", type: "pkcs8" }), useOf(kid), secret),
    });
    return { kid, publicKey: row.public_key, privateKey };
  });
}
