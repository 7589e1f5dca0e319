const channelName = "parley-console-tenant";

/** Tells the other tabs of this browser which tenant the session works for now. */
export function tellTabs(tenantId: string): void {
  const channel = openChannel(channelName);
  channel?.postMessage(tenantId);
  channel?.close();
}

/** Hears it. A tab that does not is told by the server at its next call. */
export function hearTabs(listener: (tenantId: string) => void): void {
  openChannel(channelName)?.addEventListener("message", (event: MessageEvent<unknown>) => {
    if (typeof event.data === "string") listener(event.data);
  });
}

/** Null where it cannot be had: then every tab is alone. */
export function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null; // storage is blocked, and channels with it
  }
}
