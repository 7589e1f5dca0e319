import { z } from "zod";

/** A JSON schema as far as it is looked at. */
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
  /** With `{name}` where a parameter stands. */
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

/** Every route that the server says it has, so that one added tomorrow is tried too. */
export async function readOperations(url: string): Promise<Operation[]> {
  const { paths } = documentSchema.parse(await (await fetch(`${url}/openapi.json`)).json());
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, responses }]) => ({
      method: method.toUpperCase(),
      path,
      pathNames: [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ""),
      queryNames: parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name),
      // The server made it from zod; the sampler looks at each field it reads.
      body: (requestBody?.content["application/json"]?.schema as Schema | undefined) ?? null,
      isStream: Object.values(responses).some(({ content }) => content?.["text/event-stream"] !== undefined),
    })),
  );
}
