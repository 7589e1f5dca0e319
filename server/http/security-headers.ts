import type { RequestHandler } from "express";
import helmet from "helmet";

/** Answers of the API: data, never a page. */
export const apiHeaders: RequestHandler = build({ defaultSrc: ["'none'"], frameAncestors: ["'none'"] });

/** The console: own files only, and no string becomes script or HTML unnoticed. */
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
  // The preview of the widget, on a page of its own.
  frameSrc: ["'self'"],
  frameAncestors: ["'none'"],
  requireTrustedTypesFor: ["'script'"],
  trustedTypes: ["parley"],
});

/** A strict customer's page with the widget on it. */
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

/** The demo is a customer's page with a strict policy: whatever runs here runs on any customer's page. */
export const demoHeaders: RequestHandler = build(widgetPage);

/** The widget in a frame of the console: as strict as a strict customer's page, and in no frame of anybody else. */
export const previewHeaders: RequestHandler = build(widgetPage, { frame: "sameorigin" });

/** Documentation: own files, the chat as a strict customer has it, and in no frame. */
export const docsHeaders: RequestHandler = build({ ...widgetPage, frameAncestors: ["'none'"] });

/** The widget's files are fetched by customers' pages: any origin may read them, they hold nothing of anybody. */
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
    // Two years, as preload lists ask; browsers ignore it over plain http.
    strictTransportSecurity: { maxAge: 63_072_000, includeSubDomains: false },
  });
}
