import { isIP } from "node:net";
import {
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import type { PasskeyAnswer } from "../../../protocol/passkeys.ts";
import { AppError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { toUrl } from "../../core/text/parse-url.ts";
import { insertAudit } from "../../database/audit-log.ts";
import { withSystem, withTenant } from "../../database/transaction.ts";
import {
  consumeChallenge,
  deletePasskey,
  findPasskey,
  insertChallenge,
  insertPasskey,
  listPasskeys,
  type PasskeyRow,
  updatePasskeyName,
  updatePasskeyUse,
} from "../store/passkeys.ts";
import type { PeopleDeps } from "./deps.ts";

/** Time that a person has to use their passkey. */
const challengeSeconds = 300;
const challengeMs = challengeSeconds * 1000;
/** More than one person's devices. */
const maxPasskeys = 20;

interface Owner {
  tenantId: string;
  personId: string;
}

/** Options with which the browser creates a passkey. */
export async function startPasskey(deps: PeopleDeps, owner: Owner & { email: string; name: string }) {
  const { personId, email, name } = owner;
  const known = await withSystem(deps.db, "use-passkeys", (tx) => listPasskeys(tx, personId));
  if (known.length >= maxPasskeys)
    throw new AppError("conflict", "You have the maximum number of passkeys. Delete one first.");
  const options = await generateRegistrationOptions({
    rpName: "Parley",
    rpID: placeOf(deps).id,
    userID: Buffer.from(personId.replaceAll("-", ""), "hex"),
    userName: email,
    userDisplayName: name,
    timeout: challengeMs,
    attestationType: "none",
    excludeCredentials: known.map(({ credentialId: id, transports }) => ({ id, transports: transportsOf(transports) })),
    // The passkey is found without a user name, and the device verifies the user: so it counts for both factors.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  const { challenge } = options;
  await withSystem(deps.db, "use-passkeys", (tx) =>
    insertChallenge(tx, { challenge, personId, seconds: challengeSeconds }),
  );
  return options;
}

/** Stores a passkey created by the browser. @throws AppError `invalid_credentials`, `conflict`. */
export async function addPasskey(
  deps: PeopleDeps,
  owner: Owner,
  { answer, name }: { answer: PasskeyAnswer & { type: "made" }; name: string },
): Promise<void> {
  const { personId } = owner;
  const challenge = challengeIn(answer);
  if (!(await withSystem(deps.db, "use-passkeys", (tx) => consumeChallenge(tx, challenge, personId)))) throw tooLate();
  const { response, transports } = answer;
  const made = await verifyRegistrationResponse({
    response: {
      id: answer.id,
      rawId: answer.id,
      type: "public-key",
      clientExtensionResults: {},
      response: { clientDataJSON: response.client_data, attestationObject: response.attestation },
    },
    ...expected(deps, challenge),
  }).catch(refused);
  if (!made.verified || !made.registrationInfo) return refused();
  const { credential } = made.registrationInfo;
  const row = {
    id: newId(),
    personId,
    name,
    credentialId: credential.id,
    publicKey: credential.publicKey,
    counter: credential.counter,
    transports,
  };
  if (!(await withSystem(deps.db, "use-passkeys", (tx) => insertPasskey(tx, row))))
    throw new AppError("conflict", "This passkey is already saved.");
  await note(deps, owner, { action: "person.passkey_add" });
}

/** Options with which the browser signs in with any of its passkeys for this site. */
export async function startPasskeySignIn(deps: PeopleDeps) {
  const options = await generateAuthenticationOptions({
    rpID: placeOf(deps).id,
    userVerification: "required",
    timeout: challengeMs,
  });
  const { challenge } = options;
  await withSystem(deps.db, "use-passkeys", (tx) =>
    insertChallenge(tx, { challenge, personId: null, seconds: challengeSeconds }),
  );
  return options;
}

/** The person who signed with their passkey. @throws AppError `invalid_credentials`. */
export async function readPasskeySignIn(
  deps: PeopleDeps,
  answer: PasskeyAnswer & { type: "signed" },
): Promise<{ personId: string }> {
  const challenge = challengeIn(answer);
  const known = await withSystem(deps.db, "use-passkeys", async (tx) => {
    if (!(await consumeChallenge(tx, challenge, null))) throw tooLate();
    return findPasskey(tx, answer.id);
  });
  if (!known) throw new AppError("invalid_credentials", "This passkey was deleted here. Sign in another way.");
  const { response } = answer;
  const signed = await verifyAuthenticationResponse({
    response: {
      id: answer.id,
      rawId: answer.id,
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: response.client_data,
        authenticatorData: response.authenticator_data,
        signature: response.signature,
      },
    },
    ...expected(deps, challenge),
    credential: {
      id: known.credentialId,
      publicKey: new Uint8Array(known.publicKey),
      counter: known.counter,
      transports: transportsOf(known.transports),
    },
  }).catch(refused);
  if (!signed.verified) return refused();
  const use = { before: known.counter, after: signed.authenticationInfo.newCounter };
  if (!(await withSystem(deps.db, "use-passkeys", (tx) => updatePasskeyUse(tx, known.id, use)))) return refused();
  return { personId: known.personId };
}

/** @throws AppError `not_found`. */
export async function renamePasskey(
  deps: PeopleDeps,
  { personId }: Owner,
  { id, name }: { id: string; name: string },
): Promise<void> {
  if (!(await withSystem(deps.db, "use-passkeys", (tx) => updatePasskeyName(tx, { id, personId }, name))))
    throw noSuch();
}

/** @throws AppError `not_found`. */
export async function removePasskey(deps: PeopleDeps, owner: Owner, id: string): Promise<void> {
  const { personId } = owner;
  if (!(await withSystem(deps.db, "use-passkeys", (tx) => deletePasskey(tx, { id, personId })))) throw noSuch();
  await note(deps, owner, { action: "person.passkey_remove" });
}

/** A passkey in the profile's format. */
export function toPasskey({ id, name, createdAt, lastUsedAt }: PasskeyRow) {
  return { id, name, created_at: createdAt.toISOString(), last_used_at: lastUsedAt?.toISOString() ?? null };
}

/** The origin of this installation's passkeys; null when its host is not a domain name, which the standard does not support. */
export function passkeyOrigin({ publicUrl }: Pick<PeopleDeps, "publicUrl">): string | null {
  const { hostname, origin } = toUrl(publicUrl);
  return isIP(hostname.replace(/[[\]]/g, "")) === 0 ? origin : null;
}

function placeOf({ publicUrl }: PeopleDeps): { id: string; origin: string } {
  const { hostname, origin } = toUrl(publicUrl);
  return { id: hostname, origin };
}

function expected(deps: PeopleDeps, expectedChallenge: string) {
  const { id, origin } = placeOf(deps);
  return { expectedChallenge, expectedOrigin: origin, expectedRPID: id, requireUserVerification: true };
}

/** The challenge that the browser claims to have signed; the library also compares it with the signed data. */
function challengeIn({ response }: PasskeyAnswer): string {
  try {
    const said: unknown = JSON.parse(Buffer.from(response.client_data, "base64url").toString("utf8"));
    if (typeof said === "object" && said !== null && "challenge" in said && typeof said.challenge === "string")
      return said.challenge;
  } catch {
    // Not a valid answer of a browser.
  }
  throw tooLate();
}

function transportsOf(transports: readonly string[]): AuthenticatorTransport[] {
  return transports as AuthenticatorTransport[]; // hints for the browser, which skips those it does not know
}

async function note(deps: PeopleDeps, { tenantId, personId }: Owner, { action }: { action: string }): Promise<void> {
  const who = { kind: "person" as const, id: personId };
  await withTenant(deps.db, tenantId, (tx) => insertAudit(tx, { actor: who, action, target: who }));
}

function refused(cause?: unknown): never {
  throw new AppError("invalid_credentials", "The passkey was not accepted. Try again or sign in another way.", {
    cause,
  });
}

function tooLate(): AppError {
  return new AppError("invalid_credentials", "This took too long. Try again.");
}

function noSuch(): AppError {
  return new AppError("not_found", "Passkey not found.");
}
