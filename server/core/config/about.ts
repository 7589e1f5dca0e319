import { z } from "zod";

/** Headings of the page that lists the settings, in its order. */
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

/** What people read about a setting, on the page that lists them and when a value is wrong. */
export interface About {
  group: keyof typeof settingGroups;
  /** Sentences. */
  text: string;
  /** What counts where the setting is missing, when that is no value of it. */
  unset?: string;
  /** What is allowed, where the schema does not tell it. */
  allowed?: string;
  /** A value, where one helps. */
  example?: string;
}

export interface Setting extends About {
  name: string;
  /** The value that counts where the setting is missing; null when there is none. */
  initial: string | null;
}

const abouts = z.registry<About>();

/** The same schema, with what people read about it. */
export function setting<T extends z.ZodType>(schema: T, about: About): T {
  const own = schema.clone();
  abouts.add(own, about);
  return own;
}

/** Every setting of an environment with what is to be said about it. @throws for one of which nothing is said. */
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
  // Of a JSON schema, these three are looked at.
  const limits = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Limits;
  if (limits.enum)
    return limits.enum
      .filter(Boolean)
      .map((value) => `\`${value}\``)
      .join(", ");
  if (limits.minimum === undefined || limits.maximum === undefined) return undefined;
  return `${limits.minimum} to ${limits.maximum}`;
}
