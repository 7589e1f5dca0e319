import type { RequestHandler, Router } from "express";
import type { Route } from "../../protocol/route.ts";
import { AppError } from "../core/errors.ts";
import { type AnyHandler, bind, type Handlers } from "./bind.ts";

type Method = "get" | "post" | "patch" | "delete";

export interface Routes {
  /** Registers a handler for each declared route of a family, with the guards that its declaration requires. */
  implement<F extends Record<string, Route>>(family: F, handlers: Handlers<F>): void;
  /** Registers everything with Express. Call it once, after the last route. */
  finish(): void;
}

export interface RoutesOptions {
  mount: string;
  /** Gets every route that has a handler; a test compares it to the declarations. */
  book: Route[];
  /** Guards that a declared route needs before anything else. */
  guardsOf?: (route: Route) => RequestHandler[];
}

/**
 * Collects the routes of a router. A method that the path does not have gets 405 with `Allow`. The registration order does not matter: a
 * fixed path segment comes before a parameter.
 */
export function createRoutes(router: Router, { mount, book, guardsOf = () => [] }: RoutesOptions): Routes {
  const paths = new Map<string, Map<Method, RequestHandler[]>>();
  return {
    implement(family, handlers) {
      for (const [id, route] of Object.entries<Route>(family)) {
        if (!route.path.startsWith(`${mount}/`)) throw new Error(`${id} is not below ${mount || "/"}`);
        const handler = handlers[id] as AnyHandler; // the type of `handlers` has one for each route of the family
        const method = route.method.toLowerCase() as Method; // the same four
        const path = route.path.slice(mount.length);
        const methods = paths.get(path) ?? new Map<Method, RequestHandler[]>();
        // The second handler would never be called.
        if (methods.has(method)) throw new Error(`${method} ${route.path} has a handler already`);
        paths.set(path, methods.set(method, [...guardsOf(route), ...bind(route, handler)]));
        book.push(route);
      }
    },
    finish() {
      for (const [path, methods] of [...paths].sort(byPath)) {
        const route = router.route(path);
        for (const [method, handlers] of methods) route[method](...handlers);
        route.all(refuseMethod([...methods.keys()]));
      }
    },
  };
}

/** `/people/invitations` before `/people/:id`. */
function byPath([a]: [string, unknown], [b]: [string, unknown]): number {
  const [left, right] = [a, b].map((path) => path.replaceAll(/:\w+/g, "\uffff"));
  return left === right ? 0 : (left ?? "") < (right ?? "") ? -1 : 1;
}

function refuseMethod(methods: readonly Method[]): RequestHandler {
  const allowed = [...methods, ...(methods.includes("get") ? ["head"] : [])].map((method) => method.toUpperCase());
  return (_request, response) => {
    response.set("Allow", allowed.join(", "));
    throw new AppError("method_not_allowed", "This URL does not support that method.");
  };
}
