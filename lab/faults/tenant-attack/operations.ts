import { z } from "zod";
import type { Credential } from "./world.ts";

/** The part of a JSON schema that the sampler reads. */
export interface Schema {
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
}

export interface Operation {
  method: string;
  /** With `{name}` for each parameter. */
  path: string;
  pathNames: string[];
  queryNames: string[];
  body: Schema | null;
  isStream: boolean;
}

const operationSchema = z.looseObject({
  parameters: z.array(z.object({ name: z.string(), in: z.string() })).optional(),
  requestBody: z.looseObject({ content: z.record(z.string(), z.looseObject({ schema: z.unknown() })) }).optional(),
  responses: z.record(z.string(), z.looseObject({ content: z.record(z.string(), z.unknown()).optional() })),
});
const documentSchema = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), operationSchema)) });

/** Every route in the server's OpenAPI document, so that new routes are included. */
export async function readOperations(url: string): Promise<Operation[]> {
  const { paths } = documentSchema.parse(await (await fetch(`${url}/openapi.json`)).json());
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, responses }]) => ({
      method: method.toUpperCase(),
      path,
      pathNames: [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ""),
      queryNames: parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name),
      // The server generated it from zod; the sampler checks each field it reads.
      body: (requestBody?.content["application/json"]?.schema as Schema | undefined) ?? null,
      isStream: Object.values(responses).some(({ content }) => content?.["text/event-stream"] !== undefined),
    })),
  );
}

/**
 * Every route with every credential, in rounds of all routes. The credentials with most rights come first, with each route in a separate
 * round; all others alternate. So a few rounds try each route with the strongest credentials, and each credential on many routes.
 */
export function everyPair(
  operations: readonly Operation[],
  credentials: readonly Credential[],
): { operation: Operation; credential: Credential }[] {
  const mayMost = credentials.filter(({ name }) => name.endsWith(" admin"));
  const others = credentials.filter((credential) => !mayMost.includes(credential));
  const inTurn = (operation: Operation, place: number, round: number) => {
    const credential = others[(place + round) % others.length];
    return credential ? [{ operation, credential }] : [];
  };
  return [
    ...mayMost.flatMap((credential) => operations.map((operation) => ({ operation, credential }))),
    ...others.flatMap((_other, round) => operations.flatMap((operation, place) => inTurn(operation, place, round))),
  ];
}
