/** Long enough for a slow line; then the line is what is wrong. */
const limitMs = 5_000;

/**
 * Why a handshake got no answer that the page may read: the server lets only allowed pages read one. When the server can be
 * reached all the same, it has refused this page; who looks after the page is told on the console.
 */
export async function isRefused(apiUrl: string): Promise<boolean> {
  // Every page may read the widget's own files.
  const probe = fetch(`${apiUrl.replace(/(?<!\/)\/+$/, "")}/widget/parley.js`, {
    method: "HEAD",
    cache: "no-store",
    credentials: "omit",
    signal: AbortSignal.timeout(limitMs),
  });
  const isReachable = await probe.then(
    // Not the page of a network that asks to sign in.
    ({ ok, headers }) => ok && headers.get("Content-Type")?.includes("javascript") === true,
    () => false,
  );
  if (isReachable) {
    console.warn(
      `Parley: the chat server refuses this page. Add ${location.host} to the tenant's domains, and check data-tenant.`,
    );
  }
  return isReachable;
}
