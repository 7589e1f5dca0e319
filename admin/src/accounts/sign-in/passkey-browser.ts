import type { RouteOutput } from "../../../../protocol/route.ts";
import { passkeyRoutes } from "../../../../protocol/routes/passkeys.ts";
import type { Api } from "../../api.ts";

/** In the standard's own JSON. */
type PasskeyQuestion = RouteOutput<typeof passkeyRoutes.askPasskey>;

/** Input and output of the browser's passkey dialogs; bytes are base64url for the server. */

/**
 * Why the browser cannot use passkeys on this page; an empty text when it can. @param origin the origin that passkeys belong to; null when
 * there is none.
 */
export function passkeyObstacle(origin: string | null): string {
  if (!isSecureContext) return "Passkeys need HTTPS.";
  if (typeof PublicKeyCredential === "undefined") return "This browser does not support passkeys.";
  if (origin === null)
    return "Passkeys need a host name such as support.example.com in the console's address, not an IP address.";
  return location.origin === origin ? "" : `Passkeys work at ${origin} only.`;
}

/** Signs in with a passkey that the user chooses. Throws the browser's errors, also when the user cancels, and `ApiError`. */
export async function signInWithPasskey(api: Pick<Api, "call">): Promise<void> {
  const answer = await signWithPasskey(await api.call(passkeyRoutes.askPasskey));
  await api.call(passkeyRoutes.signInWithPasskey, { body: { answer } });
}

/** Creates a passkey in the browser. Throws the browser's errors, also when the user cancels. */
export async function makePasskey(question: PasskeyQuestion) {
  const asked = question as unknown as PublicKeyCredentialCreationOptionsJSON; // the server's library makes the standard's own JSON
  const made = await navigator.credentials.create({
    publicKey: {
      ...asked,
      attestation: "none",
      challenge: toBytes(asked.challenge),
      user: { ...asked.user, id: toBytes(asked.user.id) },
      pubKeyCredParams: asked.pubKeyCredParams.map(({ alg }) => ({ alg, type: "public-key" as const })),
      excludeCredentials: (asked.excludeCredentials ?? []).map(({ id }) => ({
        id: toBytes(id),
        type: "public-key" as const,
      })),
      authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
      extensions: {},
    },
  });
  if (!(made instanceof PublicKeyCredential) || !(made.response instanceof AuthenticatorAttestationResponse))
    throw new Error("no passkey was created");
  const { response } = made;
  return {
    type: "made" as const,
    id: made.id,
    transports: response.getTransports(),
    response: { client_data: toText(response.clientDataJSON), attestation: toText(response.attestationObject) },
  };
}

/** Signs with a passkey that the user chooses. Throws the browser's errors. */
async function signWithPasskey(question: PasskeyQuestion) {
  const { challenge, rpId, timeout } = question as unknown as PublicKeyCredentialRequestOptionsJSON; // as above
  const signed = await navigator.credentials.get({
    publicKey: {
      challenge: toBytes(challenge),
      userVerification: "required",
      ...(rpId === undefined ? {} : { rpId }),
      ...(timeout === undefined ? {} : { timeout }),
    },
  });
  if (!(signed instanceof PublicKeyCredential) || !(signed.response instanceof AuthenticatorAssertionResponse))
    throw new Error("no passkey was chosen");
  const { response } = signed;
  return {
    type: "signed" as const,
    id: signed.id,
    response: {
      client_data: toText(response.clientDataJSON),
      authenticator_data: toText(response.authenticatorData),
      signature: toText(response.signature),
    },
  };
}

/** A message for a browser error; null for other errors. */
export function passkeySentence(error: unknown): string | null {
  if (!(error instanceof DOMException)) return null;
  if (error.name === "NotAllowedError" || error.name === "AbortError") return "No passkey was used.";
  if (error.name === "InvalidStateError") return "This device already has a passkey for you.";
  return "The browser could not use a passkey here.";
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (char) => char.charCodeAt(0));
}

function toText(bytes: ArrayBuffer): string {
  const binary = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
