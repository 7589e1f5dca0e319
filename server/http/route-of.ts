import type { Request } from "express";

/** The route's pattern, never the address: ids and typing errors would each become a series or a name of their own. */
export function routeOf(request: Request): string {
  const path: unknown = request.route?.path;
  return typeof path === "string" ? request.baseUrl + path : "other";
}
