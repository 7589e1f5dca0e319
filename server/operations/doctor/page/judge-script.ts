import type { Check } from "../../../../protocol/admin-doctor.ts";
import { AppError } from "../../../core/errors.ts";
import { type FetchedAnswer, fetchAnswer } from "../../../core/fetch/fetch-page.ts";
import { toUrl } from "../../../core/text/parse-url.ts";
import { failed, ok } from "../check.ts";
import { operatorsReach, type Reach } from "../deps.ts";
import { whyUnreachable } from "./why-unreachable.ts";

const name = "script";
const timeoutMs = 10_000;
const scriptBytes = 2 * 1024 * 1024;
/** Text that the built loader contains and an error page does not. */
const loaderMark = "data-parley";

/**
 * Checks the script at the address in `src`. The server's own address is fetched wherever it leads, because the operator has set it.
 * @param page.embedder the page's `Cross-Origin-Embedder-Policy`.
 */
export async function judgeScript(
  src: URL,
  { publicUrl, reach }: { publicUrl: string; reach: Reach },
  page: { origin: string; embedder: string },
): Promise<Check[]> {
  const isOwn = src.origin === toUrl(publicUrl).origin;
  const { network, ...ports } = isOwn ? operatorsReach : reach;
  try {
    const answer = await fetchAnswer(src.href, {
      network,
      limits: { totalMs: timeoutMs, bytes: scriptBytes, ...ports },
      headers: { accept: "*/*", origin: page.origin, "sec-fetch-dest": "script", "sec-fetch-mode": "no-cors" },
    });
    return judgeAnswer(src, answer, page);
  } catch (error) {
    const why = whyUnreachable(error);
    return [
      failed(name, `Could not fetch ${src.href}: ${why.detail}`, {
        mend: isOwn
          ? "Start the server, set PUBLIC_URL to the address visitors use, and make sure this machine can reach it"
          : why.mend,
      }),
    ];
  }
}

function judgeAnswer(src: URL, { status, headers, bytes, url }: FetchedAnswer, page: { embedder: string }): Check[] {
  const type = headers["content-type"] ?? "";
  if (status !== 200)
    return [
      failed(name, `${src.href} returns status ${status}.`, {
        mend: "Check that the address is Parley's and that the proxy forwards /widget",
      }),
    ];
  if (!/javascript/i.test(type) || !new TextDecoder().decode(bytes).includes(loaderMark))
    return [
      failed(name, `${src.href} does not return the chat script (${type.slice(0, 60) || "no content type"}).`, {
        mend: "Check that the address is Parley's and that no proxy answers instead",
      }),
    ];
  const resource = headers["cross-origin-resource-policy"];
  if (page.embedder === "require-corp" && resource !== "cross-origin")
    return [
      failed(
        "cross-origin policy",
        "The page sends Cross-Origin-Embedder-Policy: require-corp, but the script arrives without the header this requires.",
        {
          mend: "Parley sends this header; make sure the proxy keeps it",
          line: "Cross-Origin-Resource-Policy: cross-origin",
        },
      ),
    ];
  const moved = url === src.href ? "" : ` after a redirect to ${url}`;
  return [ok(name, `${src.href} returns the chat script${moved}.`)];
}

/** Checks whether browsers let the page call the API: the preflight response after all proxies. */
export async function judgeCalls(api: URL, origin: string): Promise<Check> {
  const about = "API calls";
  try {
    const answer = await fetch(new URL("/api/v1/chat/init", api), {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type",
      },
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const allowed = answer.headers.get("access-control-allow-origin");
    if (answer.ok && allowed === origin) return ok(about, `${api.origin} accepts calls from ${origin}.`);
    if (answer.status === 403)
      return failed(about, `${api.origin} rejects calls from ${origin}.`, { mend: "Add it to the allowed domains" });
    const what = allowed === null ? "without" : `with "${allowed.slice(0, 80)}" as`;
    return failed(about, `The response to OPTIONS has status ${answer.status} ${what} Access-Control-Allow-Origin.`, {
      mend: "Parley answers OPTIONS and adds these headers; make sure the proxy forwards both and adds none of its own",
    });
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    const why = whyUnreachable(new AppError("unavailable", "It is unreachable.", { cause }));
    return failed(about, `Could not call ${api.origin}: ${why.detail}`, { mend: why.mend });
  }
}
