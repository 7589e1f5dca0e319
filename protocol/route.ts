import type { z } from "zod";
import type { MemberRole } from "./admin.ts";
import type { ErrorCode } from "./errors.ts";
import type { okResponseSchema } from "./requests.ts";

/** Groups of routes in the documentation. */
export type Tag =
  | "chat"
  | "desk"
  | "copilot"
  | "playground"
  | "analytics"
  | "library"
  | "settings"
  | "data"
  | "people"
  | "webhooks"
  | "tools"
  | "sign-in"
  | "service";

/** Allowed callers: `agent` is an API key or a signed-in person, `person` only a signed-in person, `mail` the e-mail provider. */
export type Auth = "none" | "visitor" | "agent" | "person" | "mail";

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

/**
 * The declaration of one route. The server checks requests and responses with it, the console calls it, and the OpenAPI document is
 * generated from it.
 */
export interface RouteSpec {
  /** Method and path below the family's base. Path parameters are UUIDs unless `params` has a schema. */
  at: `${Method} /${string}`;
  tag?: Tag;
  auth?: Auth;
  /** The lowest role that may call the route. */
  role?: MemberRole;
  /** One line, without a full stop. */
  summary: string;
  /** Information for callers, in full sentences. */
  description: string;
  /** Errors in addition to those of every route of its kind. */
  errors?: readonly ErrorCode[];
  params?: Readonly<Record<string, z.ZodType>>;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** A body for the documentation, when the one generated from the schema is hard to read. */
  example?: unknown;
  /** Most bytes of the JSON body; 256 KiB by default. */
  maxBytes?: number;
  /** Fields next to the files of `multipart/form-data`. The handler reads the request itself. */
  upload?: z.ZodObject;
  /** Status of success; 200 by default. With 302 the handler redirects. */
  status?: number;
  /** JSON of the response; `{ ok: true }` when this field and the next three are all missing. */
  response?: z.ZodType;
  /** Server-sent events with this data. The handler writes them. */
  stream?: z.ZodType;
  /** Media type of a file that the handler sends. */
  bytes?: string;
  /** Media type of a text that the handler sends. */
  text?: string;
}

/** `maxBytes` for five million characters, most of them one byte each. */
export const longTextBytes = 6 * 1024 * 1024;

/** Common properties of a family of routes. */
export interface RouteFamily {
  base: string;
  tag: Tag;
  auth: Auth;
  role?: MemberRole;
  params?: RouteSpec["params"];
}

type ParamsOf<T> = T extends { params: infer P } ? P : unknown;

/** A route with its full path: `id` is the key in its family and the operation id in OpenAPI, `path` has `:name` for parameters. */
export type Route<S extends RouteSpec = RouteSpec, F extends RouteFamily = RouteFamily> = Omit<
  S,
  "auth" | "tag" | "params"
> & {
  id: string;
  method: Method;
  path: string;
  tag: Tag;
  auth: S extends { auth: infer Own extends Auth } ? Own : F["auth"];
  params: ParamsOf<F> & ParamsOf<S>;
};

/** Declares routes. Keys are operation ids; the documentation keeps their order. */
export function routes<const F extends RouteFamily, const S extends Record<string, RouteSpec>>(
  { base, ...shared }: F,
  specs: S,
): { readonly [Id in keyof S]: Route<S[Id], F> } {
  const placed = Object.entries(specs).map(([id, spec]) => {
    const space = spec.at.indexOf(" ");
    const method = spec.at.slice(0, space);
    return [
      id,
      {
        ...shared,
        ...spec,
        params: { ...shared.params, ...spec.params },
        id,
        method,
        path: base + spec.at.slice(space + 1),
      },
    ];
  });
  return Object.fromEntries(placed); // the same keys, each with its place
}

/** Names of the parameters in a path. */
export type ParamNames<At extends string> = At extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | ParamNames<`/${More}`>
    : Rest
  : never;

type Optional<Key extends string, Value> =
  Record<never, never> extends Value
    ? { [K in Key]?: Value }
    : undefined extends Value
      ? { [K in Key]?: Value }
      : { [K in Key]: Value };

/** A caller's arguments: path parameters by name, `query` and `body`. A route with `upload` takes a form instead of a body. */
export type RouteInput<R extends Pick<RouteSpec, "at">> = {
  [Name in ParamNames<R["at"]>]: string | number;
} & (R extends {
  query: infer Q extends z.ZodType;
}
  ? Optional<"query", z.input<Q>>
  : unknown) &
  (R extends { body: infer B extends z.ZodType }
    ? R extends { upload: z.ZodType }
      ? { body?: z.input<B> }
      : Optional<"body", z.input<B>>
    : unknown);

/** The response type for a caller. */
export type RouteOutput<R> = R extends { response: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : z.output<typeof okResponseSchema>;

/** A UUID for examples that ends with this hexadecimal digit. */
export function exampleId(last: string): string {
  return `0198c1f2-7a31-7cc4-9c55-0b6d0e0f7a1${last}`;
}
