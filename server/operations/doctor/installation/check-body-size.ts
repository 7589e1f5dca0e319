import type { Check } from "../../../../protocol/admin-doctor.ts";
import { parseUrl } from "../../../core/text/parse-url.ts";
import { failed, ok } from "../check.ts";

const name = "uploads";
const timeoutMs = 15_000;
/** More than the usual default of proxies (nginx: 1 MB), and small enough for any line. */
const sentBytes = 2 * 1024 * 1024;
/** Most of a response that is read, in characters. */
const readChars = 2_000;

/**
 * Sends 2 MB to PUBLIC_URL, to find a proxy with a lower limit. Parley itself refuses the body too, but in JSON. Nothing is reported when
 * there is no proxy to test or when the address does not respond, which other checks report.
 */
export async function checkBodySize(publicUrl: string): Promise<Check[]> {
  if (["localhost", "127.0.0.1", "[::1]"].includes(parseUrl(publicUrl)?.hostname ?? "")) return [];
  try {
    const response = await fetch(`${publicUrl}/api/v1/chat/init`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: `"${"x".repeat(sentBytes)}"`,
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = (await response.text()).slice(0, readChars);
    return [judgeBody({ status: response.status, type: response.headers.get("content-type") ?? "", text })];
  } catch {
    return [];
  }
}

/** Judges who answered: Parley, or a proxy before it. */
export function judgeBody({ status, type, text }: { status: number; type: string; text: string }): Check {
  const isOurs = type.includes("application/json") && text.includes('"error"');
  if (isOurs || status !== 413) return ok(name, "a request of 2 MB passes the proxy");
  return failed(name, "A proxy before Parley refuses a request of 2 MB (status 413), so uploads fail.", {
    mend: "Allow larger requests, in nginx with",
    line: "client_max_body_size 110m;",
  });
}
