import { z } from "zod";

/**
 * A response without the fields that its schema does not name. A word or a size that only a newer version allows
 * (both share the database during an upgrade) stays as it is: readers skip what they do not know.
 */
export function strip<T>(schema: z.ZodType<T>, reply: T): T {
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
