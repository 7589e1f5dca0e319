import { AppError, asError } from "../../../core/errors.ts";

/** Meaning and fix of each connection error code. */
const known: Record<string, [detail: string, mend: string]> = {
  ENOTFOUND: ["the host name does not exist", "Check the spelling and the DNS record"],
  ECONNREFUSED: ["the connection was refused", "Start the web server and check the host and port"],
  ECONNRESET: ["the connection was closed", "Check the web server's log"],
  ETIMEDOUT: ["the connection timed out", "Check the firewalls in between"],
  CERT_HAS_EXPIRED: ["the certificate has expired", "Renew the certificate; browsers reject it too"],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    "the certificate is for a different host name",
    "Get a certificate for this host name; browsers reject this one too",
  ],
  DEPTH_ZERO_SELF_SIGNED_CERT: ["the certificate is self-signed", "Get a certificate that browsers trust"],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: [
    "the certificate chain is incomplete",
    "Make the web server send the full certificate chain",
  ],
};

/** Why an address could not be fetched, in words, and the fix. For hosts that are not public it reveals nothing more. */
export function whyUnreachable(error: unknown): { detail: string; mend: string } {
  const failure = asError(error);
  for (let cause: unknown = failure; cause instanceof Error; cause = cause.cause) {
    const code = "code" in cause ? String(cause.code) : "";
    const found = known[code];
    if (found && !(failure instanceof AppError && failure.code === "unprocessable_document"))
      return { detail: `${found[0]}.`, mend: found[1] };
  }
  return { detail: failure.message, mend: "Open the address in a browser to see the error" };
}

/** A TLS error code in words; an unknown code stays as it is. */
export function wordsFor(code: string): string {
  return known[code]?.[0] ?? code;
}
