import type { Check } from "../../../protocol/admin-doctor.ts";
import { AppError } from "../../errors.ts";
import { type FetchedAnswer, fetchAnswer } from "../../reading/fetch/fetch-page.ts";
import { toUrl } from "../../text/parse-url.ts";
import { failed, ok } from "../check.ts";
import { operatorsReach, type Reach } from "../deps.ts";
import { whyUnreachable } from "./why-unreachable.ts";

const name = "script";
const timeoutMs = 10_000;
const scriptBytes = 2 * 1024 * 1024;
/** What the built loader has in it and an error page has not. */
const loaderMark = "data-parley";

/**
 * Whether the script comes from the address in `src`. This server's own address is asked wherever it leads: the operator has set it.
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
      failed(name, `${src.href} could not be fetched: ${why.detail}`, {
        mend: isOwn
          ? "Start the server, set PUBLIC_URL to the address that visitors use, and see that this machine reaches it too"
          : why.mend,
      }),
    ];
  }
}

function judgeAnswer(src: URL, { status, headers, bytes, url }: FetchedAnswer, page: { embedder: string }): Check[] {
  const type = headers["content-type"] ?? "";
  if (status !== 200)
    return [
      failed(name, `${src.href} answers with status ${status}.`, {
        mend: "See that the address is that of Parley, and that the proxy passes on /widget",
      }),
    ];
  if (!/javascript/i.test(type) || !new TextDecoder().decode(bytes).includes(loaderMark))
    return [
      failed(
        name,
        `${src.href} answers with something else than the chat's script (${type.slice(0, 60) || "no type"}).`,
        {
          mend: "See that the address is that of Parley, and that no proxy answers in its place",
        },
      ),
    ];
  const resource = headers["cross-origin-resource-policy"];
  if (page.embedder === "require-corp" && resource !== "cross-origin")
    return [
      failed(
        "page isolation",
        "The page has Cross-Origin-Embedder-Policy: require-corp, and the script comes without the header that this asks for.",
        {
          mend: "Parley sends it; see that the proxy leaves it in",
          line: "Cross-Origin-Resource-Policy: cross-origin",
        },
      ),
    ];
  const moved = url === src.href ? "" : ` after a redirect to ${url}`;
  return [ok(name, `${src.href} answers with the chat's script${moved}.`)];
}

/** Whether browsers would let the page call the API: the answer to the preflight, as it comes through all proxies. */
export async function judgeCalls(api: URL, origin: string): Promise<Check> {
  const about = "calls";
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
    if (answer.ok && allowed === origin) return ok(about, `${api.origin} lets pages of ${origin} call it.`);
    if (answer.status === 403) return failed(about, `${api.origin} refuses ${origin}.`, { mend: "Allow the domain" });
    const what = allowed === null ? "without" : `with "${allowed.slice(0, 80)}" as`;
    return failed(about, `OPTIONS is answered with status ${answer.status} ${what} Access-Control-Allow-Origin.`, {
      mend: "Parley answers OPTIONS itself and adds these headers: let the proxy pass both on, and add none of its own",
    });
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    const why = whyUnreachable(new AppError("unavailable", "It could not be reached.", { cause }));
    return failed(about, `${api.origin} could not be called: ${why.detail}`, { mend: why.mend });
  }
}
