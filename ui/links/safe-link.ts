/** Schemes that a link may have. Every other address, above all `javascript:`, stays plain text. */
const allowedSchemes = /^(?:https?:\/\/|mailto:)/i;

/** Longest accepted address, in characters. */
const maxLinkChars = 2_000;

/**
 * The address if it is safe to link, else undefined. Relative addresses are rejected because they would point into the page that shows the
 * text.
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
