import { AppError, asError } from "../../errors.ts";

/** What codes of connections mean, and what mends it. */
const known: Record<string, [detail: string, mend: string]> = {
  ENOTFOUND: ["there is no such host", "Look at the spelling and at the name's DNS record"],
  ECONNREFUSED: ["nothing listens there", "Start the web server, and look at host and port"],
  ECONNRESET: ["the connection was cut", "Look at the web server's log"],
  ETIMEDOUT: ["there was no answer in time", "Look at firewalls on the way"],
  CERT_HAS_EXPIRED: ["the certificate has expired", "Renew the certificate; browsers refuse the address, too"],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    "the certificate is for another name",
    "Get a certificate for this name; browsers refuse the address, too",
  ],
  DEPTH_ZERO_SELF_SIGNED_CERT: ["the certificate is signed by itself", "Get a certificate that browsers trust"],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: [
    "the certificate's chain is not complete",
    "Let the web server send the whole chain of certificates",
  ],
};

/** Why an address could not be had, in words, and what to do. Of hosts that are not public it tells nothing more. */
export function whyUnreachable(error: unknown): { detail: string; mend: string } {
  const failure = asError(error);
  for (let cause: unknown = failure; cause instanceof Error; cause = cause.cause) {
    const code = "code" in cause ? String(cause.code) : "";
    const found = known[code];
    if (found && !(failure instanceof AppError && failure.code === "unprocessable_document"))
      return { detail: `${found[0]}.`, mend: found[1] };
  }
  return { detail: failure.message, mend: "Open the address in a browser and see what it says" };
}

/** A code of TLS in words; what is not known stays a code. */
export function wordsFor(code: string): string {
  return known[code]?.[0] ?? code;
}
