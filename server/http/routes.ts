import type { RequestHandler, Router } from "express";
import type { MemberRole } from "../../protocol/admin.ts";
import { AppError } from "../core/errors.ts";

export type Method = "get" | "post" | "patch" | "delete";

/** Who gets past the handlers of a route; empty: whoever gets past those of its router. */
export interface Needs {
  role?: MemberRole;
  /** A signed-in person, no key. */
  isForPeople?: true;
}

/** A handler that says whom it lets pass. */
export type Guard = RequestHandler & { needs: Needs };

export interface RouteEntry extends Needs {
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
        const own = handlers[method] ?? [];
        const needs = own.flatMap((handler) => ("needs" in handler ? [handler.needs as Needs] : [])); // only guards have it
        book.push(Object.assign({ method, path: mount + path }, ...needs));
        route[method](...own);
      }
      route.all(refuseMethod(methods));
    },
  };
}

function refuseMethod(methods: readonly Method[]): RequestHandler {
  const allowed = [...methods, ...(methods.includes("get") ? ["head"] : [])].map((method) => method.toUpperCase());
  return (_request, response) => {
    response.set("Allow", allowed.join(", "));
    throw new AppError("method_not_allowed", "This URL does not support that method.");
  };
}
