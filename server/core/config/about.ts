import { z } from "zod";

/** Headings of the page that lists the settings, in display order. */
export const settingGroups = {
  process: "Which environment variables set the address, data folder and role of Parley?",
  stores: "Which environment variables connect Parley to PostgreSQL and Redis?",
  models: "Which environment variables choose the models that write answers?",
  search: "Which environment variables configure embeddings and search?",
  mail: "Which environment variables configure e-mail, webhooks and tools?",
  access: "Which environment variables configure sessions and sign-in?",
  limits: "Which environment variables set capacity and rate limits?",
  watching: "Which environment variables configure logs, metrics and traces?",
} as const;

/** Description of a setting, shown on the settings page and when a value is wrong. */
export interface About {
  group: keyof typeof settingGroups;
  /** Sentences. */
  text: string;
  /** The effective behaviour when the setting is missing and that is not one of its values. */
  unset?: string;
  /** Allowed values, when the schema does not show them. */
  allowed?: string;
  /** Example value, when one helps. */
  example?: string;
}

export interface Setting extends About {
  name: string;
  /** The default value; null without a default. */
  initial: string | null;
}

const abouts = z.registry<About>();

/** The same schema with its description. */
export function setting<T extends z.ZodType>(schema: T, about: About): T {
  const own = schema.clone();
  abouts.add(own, about);
  return own;
}

/** All settings of an environment with their descriptions. @throws for a setting without a description. */
export function describeSettings(shape: Record<string, z.ZodType>): Setting[] {
  return Object.entries(shape).map(([name, schema]) => {
    const about = abouts.get(schema);
    if (!about) throw new Error(`${name} has no description`);
    const initial = schema.safeParse(undefined).data;
    const allowed = about.allowed ?? allowedBy(schema);
    return {
      ...about,
      name,
      ...(allowed === undefined ? {} : { allowed }),
      initial: (typeof initial === "string" && initial !== "") || typeof initial === "number" ? String(initial) : null,
    };
  });
}

interface Limits {
  enum?: string[];
  minimum?: number;
  maximum?: number;
}

function allowedBy(schema: z.ZodType): string | undefined {
  // The properties of a JSON schema that are used.
  const limits = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Limits;
  if (limits.enum)
    return limits.enum
      .filter(Boolean)
      .map((value) => `\`${value}\``)
      .join(", ");
  if (limits.minimum === undefined || limits.maximum === undefined) return undefined;
  return `${limits.minimum} to ${limits.maximum}`;
}
