import { isIP } from "node:net";
import { connect } from "node:tls";
import type { Check } from "../../../../protocol/admin-doctor.ts";
import { toUrl } from "../../../core/text/parse-url.ts";
import { failed, ok, warning } from "../check.ts";
import { whyUnreachable, wordsFor } from "../page/why-unreachable.ts";

const name = "certificate";
const timeoutMs = 10_000;
const dayMs = 24 * 60 * 60 * 1_000;
/** Renewal programs renew 30 days ahead. With less than this left, renewal has failed for two weeks. */
const fewDays = 14;

/** Checks the certificate of PUBLIC_URL: its expiry, and whether browsers trust it. */
export async function checkPublicUrl(publicUrl: string): Promise<Check[]> {
  const { protocol, hostname, port } = toUrl(publicUrl);
  const about = "public address";
  if (protocol !== "https:") {
    if (["localhost", "127.0.0.1", "[::1]"].includes(hostname)) return [ok(about, publicUrl)];
    return [
      warning(about, `${publicUrl} does not use HTTPS. Sessions are not protected, and HTTPS pages block the chat.`, {
        mend: "Put a TLS proxy in front of Parley and set PUBLIC_URL to its address",
      }),
    ];
  }
  return [ok(about, publicUrl), await checkCertificate(hostname.replace(/^\[|\]$/g, ""), Number(port || 443))];
}

async function checkCertificate(host: string, port: number): Promise<Check> {
  try {
    return judgeCertificate(await readCertificate(host, port));
  } catch (error) {
    const { detail, mend } = whyUnreachable(error);
    return failed(name, `Could not connect to ${host}:${port}: ${detail}`, { mend });
  }
}

/** Judges whether browsers trust the certificate, and how long it is valid. */
export function judgeCertificate({ validTo, fault }: { validTo: Date; fault: string | null }): Check {
  const days = Math.floor((validTo.getTime() - Date.now()) / dayMs);
  const until = validTo.toISOString().slice(0, 10);
  if (days < 0) return failed(name, `It expired on ${until}.`, { mend: "Renew the certificate" });
  if (fault !== null)
    return failed(name, `Browsers reject it: ${wordsFor(fault)}.`, {
      mend: "Install a trusted certificate for this host name on the proxy, with the full certificate chain",
    });
  if (days < fewDays)
    return warning(name, `It expires on ${until}, in ${days} days.`, {
      mend: "Renew the certificate, and check why automatic renewal failed",
    });
  return ok(name, `valid until ${until} (${days} days)`);
}

/** Connects as a browser does, but reads the certificate even when it is not trusted. */
function readCertificate(host: string, port: number): Promise<{ validTo: Date; fault: string | null }> {
  return new Promise((resolve, reject) => {
    const servername = isIP(host) === 0 ? { servername: host } : {};
    const socket = connect({ host, port, ...servername, rejectUnauthorized: false });
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error("the connection timed out")));
    socket.once("error", reject);
    socket.once("secureConnect", () => {
      const validTo = new Date(socket.getPeerCertificate().valid_to);
      const fault = socket.authorized ? null : String(socket.authorizationError);
      socket.destroy();
      resolve({ validTo, fault });
    });
  });
}
