/** Schemes a link may have. Everything else, `javascript:` first of all, stays plain text. */
const allowedSchemes = /^(?:https?:\/\/|mailto:)/i;

/** Longer addresses are no addresses. */
const maxLinkChars = 2_000;

/**
 * The address if a link may lead there, else nothing. Relative addresses are refused: they would point into the page that
 * shows the text.
 */
export function safeLink(address: string | null | undefined): string | undefined {
  const trimmed = address?.trim() ?? "";
  if (trimmed.length > maxLinkChars || !allowedSchemes.test(trimmed)) return undefined;
  try {
    return new URL(trimmed).href;
  } catch {
    return undefined;
  }
}
