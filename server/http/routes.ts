import type { RequestHandler, Router } from "express";
import { AppError } from "../errors.ts";

export type Method = "get" | "post" | "patch" | "delete";

export interface RouteEntry {
  method: Method;
  /** With the mount path, in Express' notation (`/tickets/:id`). */
  path: string;
}

export interface Routes {
  add(path: string, handlers: Partial<Record<Method, RequestHandler[]>>): void;
}

/**
 * Registers routes below a mount path and notes them in `book`, which the OpenAPI document is checked
 * against. A method the path does not have gets 405 with `Allow`.
 */
export function createRoutes(router: Router, mount: string, book: RouteEntry[]): Routes {
  return {
    add(path, handlers) {
      const route = router.route(path);
      const methods = Object.keys(handlers) as Method[]; // keys of the record above
      for (const method of methods) {
        // The one behind would never be asked.
        if (book.some((entry) => entry.method === method && entry.path === mount + path))
          throw new Error(`${method} ${mount}${path} is there already`);
        book.push({ method, path: mount + path });
        route[method](...(handlers[method] ?? []));
      }
      route.all(refuseMethod(methods));
    },
  };
}

function refuseMethod(methods: readonly Method[]): RequestHandler {
  const allowed = [...methods, ...(methods.includes("get") ? ["head"] : [])].map((method) => method.toUpperCase());
  return (_request, response) => {
    response.set("Allow", allowed.join(", "));
    throw new AppError("method_not_allowed", "This address does not answer that method.");
  };
}
