import type { RequestHandler } from "express";
import helmet from "helmet";

/** API responses: data, never a page. */
export const apiHeaders: RequestHandler = build({ defaultSrc: ["'none'"], frameAncestors: ["'none'"] });

/** The console: only its own files, and no string becomes script or HTML without a trusted type. */
export const consoleHeaders: RequestHandler = build({
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", "data:", "https:"],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  manifestSrc: ["'self'"],
  formAction: ["'self'"],
  baseUri: ["'none'"],
  objectSrc: ["'none'"],
  // The widget preview, which is a separate page.
  frameSrc: ["'self'"],
  frameAncestors: ["'none'"],
  requireTrustedTypesFor: ["'script'"],
  trustedTypes: ["parley"],
});

/** A customer's page with a strict policy and the widget. */
const widgetPage = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", "data:", "https:"],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  formAction: ["'none'"],
  baseUri: ["'none'"],
  objectSrc: ["'none'"],
  frameAncestors: ["'self'"],
  requireTrustedTypesFor: ["'script'"],
  trustedTypes: ["parley", "lit-html", "'allow-duplicates'"],
};

/** The demo is a customer's page with a strict policy: if the widget works here, it works on every customer's page. */
export const demoHeaders: RequestHandler = build(widgetPage);

/** The widget preview in a frame of the console: as strict as a customer's strict page, and not in frames of other sites. */
export const previewHeaders: RequestHandler = build(widgetPage, { frame: "sameorigin" });

/** Documentation: its own files, the chat as on a customer's strict page, and no frames. */
export const docsHeaders: RequestHandler = build({ ...widgetPage, frameAncestors: ["'none'"] });

/** Customers' pages load the widget's files: every origin may read them, because they contain no private data. */
export const widgetHeaders: RequestHandler[] = [
  build({ defaultSrc: ["'none'"], frameAncestors: ["'none'"] }, { resource: "cross-origin" }),
  (_request, response, next) => {
    response.set("Access-Control-Allow-Origin", "*");
    next();
  },
];

function build(
  directives: Record<string, string[]>,
  {
    resource = "same-origin",
    frame = "deny",
  }: { resource?: "same-origin" | "cross-origin"; frame?: "deny" | "sameorigin" } = {},
): RequestHandler {
  return helmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    crossOriginResourcePolicy: { policy: resource },
    crossOriginOpenerPolicy: { policy: "same-origin" },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: "no-referrer" },
    xFrameOptions: { action: frame },
    // Two years, as preload lists require; browsers ignore it over plain http.
    strictTransportSecurity: { maxAge: 63_072_000, includeSubDomains: false },
  });
}
