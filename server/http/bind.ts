import type { Request, RequestHandler, Response } from "express";
import { z } from "zod";
import type { okResponseSchema } from "../../protocol/requests.ts";
import type { Auth, ParamNames, Route, RouteSpec } from "../../protocol/route.ts";
import type { AgentCredentials, OwnSession, VisitorCredentials } from "../accounts/sign-in/credentials.ts";
import { AppError } from "../core/errors.ts";
import { chatBodyBytes, jsonBody } from "./body.ts";
import { findAgent, visitorOf } from "./credentials.ts";
import { parseBody } from "./parse.ts";
import { isUpload } from "./upload.ts";

/** An agent with a session; after `requirePerson`. */
export type PersonCredentials = AgentCredentials & { session: OwnSession };

type Caller<A extends Auth> = A extends "visitor"
  ? VisitorCredentials
  : A extends "person"
    ? PersonCredentials
    : A extends "agent"
      ? AgentCredentials
      : undefined;

type ParamOf<R extends Route, Name> = Name extends keyof R["params"]
  ? R["params"][Name] extends z.ZodType
    ? z.output<R["params"][Name]>
    : string
  : string;

/**
 * A parsed and authorized request: path parameters by name, the query, the body and the caller. If a route also accepts a form, the body is
 * undefined for a form.
 */
export type Call<R extends Route> = { [Name in ParamNames<R["at"]>]: ParamOf<R, Name> } & (R extends {
  query: infer Q extends z.ZodType;
}
  ? { query: z.output<Q> }
  : unknown) &
  (R extends { body: infer B extends z.ZodType }
    ? { body: R extends { upload: z.ZodType } ? z.output<B> | undefined : z.output<B> }
    : unknown) & {
    caller: Caller<R["auth"]>;
    /** Aborts when the caller leaves before the response, so that expensive work can end. */
    gone: AbortSignal;
    request: Request;
    response: Response;
  };

/**
 * Resolves to the response, which is stripped to its schema. Without a response schema, the route answers `{ ok: true }`, or the handler
 * responds itself.
 */
export type Handle<R extends Route> = (
  call: Call<R>,
) => Promise<R extends { response: infer Schema extends z.ZodType } ? z.input<Schema> : unknown>;

/** The handlers of a family. `before` runs after the role check and before the body is read. */
export type Handlers<F extends Record<string, Route>> = {
  [Id in keyof F]: Handle<F[Id]> | { before: RequestHandler[]; handle: Handle<F[Id]> };
};

/** {@link Handlers} for a route whose type the compiler does not know. */
export type AnyHandler =
  | ((call: object) => Promise<unknown>)
  | { before: RequestHandler[]; handle: (call: object) => Promise<unknown> };

/** Handlers of a route after its guards: body limits, parsing, the handler and the response. */
export function bind(route: Route, handler: AnyHandler): RequestHandler[] {
  const { before, handle } = typeof handler === "function" ? { before: [], handle: handler } : handler;
  const body = route.body ? jsonBody(route.maxBytes ?? chatBodyBytes) : [];
  return [...before, ...body.map((parse) => (route.upload ? unlessUpload(parse) : parse)), answer(route, handle)];
}

/** The handler reads a form itself. */
function unlessUpload(parse: RequestHandler): RequestHandler {
  return (request, response, next) => (isUpload(request) ? next() : parse(request, response, next));
}

function answer(route: Route, handle: (call: object) => Promise<unknown>): RequestHandler {
  const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  const schemas = route.params as RouteSpec["params"]; // what `routes` has put there
  const isOwn = [route.stream, route.bytes, route.text].some((kind) => kind !== undefined) || route.status === 302;
  return async (request, response) => {
    const params = names.map((name) => [name, parseId(schemas?.[name] ?? z.uuid(), request.params[name])]);
    const sent = route.upload && isUpload(request) ? undefined : route.body;
    const call = {
      ...Object.fromEntries(params),
      query: route.query && parseBody(route.query, request.query),
      body: sent && parseBody(sent, request.body ?? {}),
      caller: route.auth === "visitor" ? visitorOf(response) : findAgent(response),
      request,
      response,
    };
    let gone: AbortSignal | undefined;
    // Created on demand, and not copied with the rest of a call.
    Object.defineProperty(call, "gone", { get: () => (gone ??= goneSignal(response)) });
    // The handler may still change the status.
    if (!isOwn) response.status(route.status ?? 200);
    const reply = await handle(call).catch((error: unknown) => {
      // The work was aborted because the caller has left.
      if (!gone?.aborted) throw error;
    });
    if (isOwn || gone?.aborted) return;
    response.json(
      route.response ? strip(route.response, reply) : ({ ok: true } satisfies z.input<typeof okResponseSchema>),
    );
  };
}

/** Aborts when the caller leaves before the end of the response. */
function goneSignal(response: Response): AbortSignal {
  const gone = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  return gone.signal;
}

/** A path parameter that is an id; any other text is an address where nothing is. @throws AppError `not_found`. */
function parseId<T extends z.ZodType>(schema: T, value: unknown): z.infer<T> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new AppError("not_found", "Not found. Check the URL.");
  return parsed.data;
}

/**
 * A response without the fields that its schema does not name. A word or a size that only a newer version allows
 * (both share the database during an upgrade) stays as it is: readers skip what they do not know.
 */
function strip<T>(schema: z.ZodType<T>, reply: T): T {
  return schema.safeParse(reply).data ?? (keepNamed(schema, reply) as T); // fewer fields of the same value
}

/** For a response that does not fit as a whole: objects and lists still lose what is not named. */
function keepNamed(schema: unknown, value: unknown): unknown {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return keepNamed(schema.unwrap(), value);
  if (schema instanceof z.ZodArray && Array.isArray(value)) return value.map((item) => keepNamed(schema.element, item));
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const shapes = shapesOf(schema);
  if (shapes.length === 0) return value; // a record, or anything
  const kept = Object.entries(value).flatMap(([name, inner]) => {
    const shape = shapes.find((each) => name in each);
    return shape ? [[name, keepNamed(shape[name], inner)]] : [];
  });
  return Object.fromEntries(kept);
}

/** The fields of an object, or of each object of a union. An object that allows more has none here. */
function shapesOf(schema: unknown): Readonly<Record<string, unknown>>[] {
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(shapesOf);
  if (!(schema instanceof z.ZodObject)) return [];
  const { catchall } = schema.def;
  return catchall === undefined || catchall instanceof z.ZodNever ? [schema.shape] : [];
}
