import type { Request } from "express";

/** The route's pattern, never the URL: each id and typing error would become a time series or name of its own. */
export function routeOf(request: Request): string {
  const path: unknown = request.route?.path;
  return typeof path === "string" ? request.baseUrl + path : "other";
}
