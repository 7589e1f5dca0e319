import { ar } from "./languages/ar.ts";
import { de } from "./languages/de.ts";
import { en, type StringKey, type Strings } from "./languages/en.ts";
import { es } from "./languages/es.ts";
import { fr } from "./languages/fr.ts";

export type { StringKey, Strings };

/** All languages, by the first part of their tag. */
export const languages: Record<string, Strings> = { en, de, fr, es, ar };
