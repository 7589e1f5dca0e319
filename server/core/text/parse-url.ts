/**
 * The parsed URL, or null for invalid text. The only way to parse a URL from outside: `URL.canParse` accepts some texts with non-ASCII
 * characters that `new URL` rejects (Node.js 20, once the former is compiled).
 */
export function parseUrl(text: string, base?: string | URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

/** The same for a URL that was checked before or created here. @throws TypeError for any other text. */
export function toUrl(text: string, base?: string | URL): URL {
  return new URL(text, base);
}
