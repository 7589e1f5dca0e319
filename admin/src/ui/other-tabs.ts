const channelName = "parley-console-tenant";

/** Informs other tabs of this browser about the session's tenant. */
export function notifyTabs(tenantId: string): void {
  const channel = openChannel(channelName);
  channel?.postMessage(tenantId);
  channel?.close();
}

/** Listens for that message. A tab that misses it learns it from the server at its next call. */
export function hearTabs(listener: (tenantId: string) => void): void {
  openChannel(channelName)?.addEventListener("message", (event: MessageEvent<unknown>) => {
    if (typeof event.data === "string") listener(event.data);
  });
}

/** Null when the browser does not allow it: tabs then do not communicate. */
export function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null; // storage is blocked, and channels with it
  }
}
