/** Schemes a link may have. Everything else, `javascript:` first of all, stays plain text. */
const allowedProtocols = new Set(["http:", "https:", "mailto:"]);

/** Longer addresses are no addresses. */
const maxLinkChars = 2_000;

/** The address if a link may lead there, else nothing. Relative addresses are refused: they would point into the host page. */
export function safeLink(address: string): string | undefined {
  const trimmed = address.trim();
  if (trimmed.length > maxLinkChars) return undefined;
  try {
    const url = new URL(trimmed);
    return allowedProtocols.has(url.protocol) ? url.href : undefined;
  } catch {
    return undefined;
  }
}

/** Makes an anchor a safe one: new tab, no way back, no referrer. */
export function pointTo(anchor: HTMLAnchorElement, address: string): void {
  anchor.setAttribute("href", address);
  anchor.setAttribute("target", "_blank");
  anchor.setAttribute("rel", "noopener noreferrer");
}
