/**
 * The address in parts, or null when the text is none. The one way to read an address that came from outside: `URL.canParse`
 * says yes to some texts with characters beyond ASCII that `new URL` then throws at (Node.js 20, once the former is compiled).
 */
export function parseUrl(text: string, base?: string | URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

/** The same for an address that was checked before or made here. @throws TypeError for any other text. */
export function toUrl(text: string, base?: string | URL): URL {
  return new URL(text, base);
}
