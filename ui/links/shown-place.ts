/** Characters that separate words in a label; an address contains none of them. */
const betweenWords = /[\s"'`()<>[\]{}«»“”‘’,;|]+/u;

/** Characters that a reader does not see: joiners, soft hyphens, direction marks. */
const invisible = /[\p{Cf}\u00AD]/gu;

/** Dots of other scripts, which browsers also treat as a dot, and characters that look like one. */
const dots = /[。·‧∙•]/gu;

/** Text that looks like a host: names with dots and a last name of letters, or four numbers. */
const hostLike =
  /[\p{L}\p{N}\p{M}_-]\.(?:xn--[\w-]+|[\p{L}\p{M}]{2,})(?=$|[^\p{L}\p{M}])|^(?:\d{1,3}\.){3}\d{1,3}(?:$|\D)/u;

/** File names with extensions that are no top-level domains. */
const fileName = /^[^/@:]*\.(?:js|ts|tsx|json|ya?ml|html?|css|txt|pdf|xml|csv|docx?|xlsx?|png|jpe?g|svg|php)$/i;

const scheme = /^[a-z][a-z\d+.-]*:(?:[/\\]+|(?=[^\d]))/i;

/**
 * The destination of a link if its text names a different one: `evil.example` for `[https://bank.example](https://evil.example)`. The
 * destination is the host in ASCII, as the network uses it, so that similar letters can be told apart; for a `mailto:` link it is the
 * e-mail address. Undefined when the text names no destination, or only this one.
 * @param target an address that passed `safeLink`.
 */
export function shownPlace(text: string, target: string): string | undefined {
  const url = new URL(target);
  const isEmail = url.protocol === "mailto:";
  const place = isEmail ? url.pathname : url.hostname;
  const named = text.normalize("NFKC").replace(invisible, "").replace(dots, ".").split(betweenWords).filter(isAddress);
  const isSame = (word: string) => {
    const host = hostOf(word);
    return host === bare(place) || (isEmail && place.toLowerCase().endsWith(`@${host}`));
  };
  return named.every(isSame) ? undefined : place;
}

function isAddress(word: string): boolean {
  return (
    /^[a-z][a-z\d+.-]*:[/\\]{2}/i.test(word) ||
    (hostLike.test(word) && !fileName.test(word.replace(/(?<![.:!?…])[.:!?…]+$/u, "")))
  );
}

/** The host in a written address, without `www.` and port. */
function hostOf(word: string): string {
  const [host = ""] = word.replace(scheme, "").split(/[/\\?#]/);
  return bare(host.replace(/(?<![.:!?…])[.:!?…]+$/u, "").replace(/:\d+$/, ""));
}

function bare(host: string): string {
  return host.toLowerCase().replace(/^www\./, "");
}
