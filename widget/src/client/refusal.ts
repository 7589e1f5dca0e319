/** Timeout in ms, long enough for a slow connection. */
const limitMs = 5_000;

/**
 * Checks why the page could not read a handshake response: the server lets only allowed pages read one. True when the server is reachable,
 * so that it has refused this page. The console then tells the page's developer.
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
    // Not the sign-in page of a network.
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
