/** What separates words in a label; an address has none of it. */
const betweenWords = /[\s"'`()<>[\]{}«»“”‘’,;|]+/u;

/** Marks that a reader does not see: joiners, soft hyphens, direction marks. */
const invisible = /[\p{Cf}\u00AD]/gu;

/** Dots of other scripts, which browsers take for a dot as well, and signs that look like one. */
const dots = /[。·‧∙•]/gu;

/** Something that reads like a host: names with dots, the last of letters, or four numbers. */
const hostLike =
  /[\p{L}\p{N}\p{M}_-]\.(?:xn--[\w-]+|[\p{L}\p{M}]{2,})(?=$|[^\p{L}\p{M}])|^(?:\d{1,3}\.){3}\d{1,3}(?:$|\D)/u;

/** Names of files that no domain ends in. */
const fileName = /^[^/@:]*\.(?:js|ts|tsx|json|ya?ml|html?|css|txt|pdf|xml|csv|docx?|xlsx?|png|jpe?g|svg|php)$/i;

const scheme = /^[a-z][a-z\d+.-]*:(?:[/\\]+|(?=[^\d]))/i;

/**
 * Where a link leads, if its text names another place than that: `evil.example` for `[https://bank.example](https://evil.example)`.
 * The place is the host as the network knows it, in ASCII, so that letters which look like others tell themselves apart;
 * for mail it is the address. Nothing for a text that names no place, or that names this one only.
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

/** The part of a written address that tells the place, as it was written. */
function hostOf(word: string): string {
  const [host = ""] = word.replace(scheme, "").split(/[/\\?#]/);
  return bare(host.replace(/(?<![.:!?…])[.:!?…]+$/u, "").replace(/:\d+$/, ""));
}

function bare(host: string): string {
  return host.toLowerCase().replace(/^www\./, "");
}
