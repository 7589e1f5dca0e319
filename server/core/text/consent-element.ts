/** Ids and classes of the elements that consent products add to a page, at the start of a name. */
const products =
  /^(?:onetrust|ot-sdk|optanon|cookiebot|cybot|usercentrics|uc-(?:banner|center|embed)|didomi|qc-cmp|truste|trustarc|klaro|cky-|cmplz|borlabs|osano-cm|iubenda-cs|termly|sp_message|cmpbox|cmpwrapper|cmp-|tarteaucitron|cc-window|cookieconsent|cookie-law-info|cli-modal|fc-consent|axeptio|civic|ccc-|ketch-|orejime|moove_gdpr|hs-eu-cookie|shopify-pc__banner|consent_blackbox|sd-cmp|pd-cp-ui|coi-|evidon|gdpr-cookie)/;
const subject = /(?:^|[-_])(?:cookies?|consent|gdpr|ccpa|dsgvo|rgpd)(?:$|[-_])/;
const place =
  /(?:^|[-_])(?:banner|bar|box|notice|popup|modal|dialog|layer|wall|overlay|message|prompt|manager|sdk|root|container)(?:$|[-_])/;

/** Longest attribute that is read, in characters. */
const maxChars = 500;

/** True for the element of a consent dialog, judged by its id and its classes. */
export function isConsentElement(id: string | null | undefined, classes: string | null | undefined): boolean {
  const names = `${id ?? ""} ${classes ?? ""}`.slice(0, maxChars).split(/\s+/);
  return names.some((name) => {
    const plain = name.replace(/(?<=[a-z])(?=[A-Z])/g, "-").toLowerCase();
    return products.test(plain) || products.test(name.toLowerCase()) || (subject.test(plain) && place.test(plain));
  });
}

/** The parts of the DOM that this file uses; linkedom's types need the browser's type library. */
interface DomElement {
  id: string;
  className: unknown;
  isConnected: boolean;
  querySelector(selector: string): unknown;
  remove(): void;
}

/** Removes consent dialogs. An element that contains the page itself only reports that a dialog was shown. */
export function removeConsent(document: { querySelectorAll(selector: string): Iterable<unknown> }): void {
  for (const found of document.querySelectorAll("[id],[class]")) {
    const element = found as DomElement; // an element of linkedom
    if (!element.isConnected || !isConsentElement(element.id, String(element.className ?? ""))) continue;
    if (element.querySelector("main,article,h1") === null) element.remove();
  }
}
