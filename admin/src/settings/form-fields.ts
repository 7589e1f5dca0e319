import type { FormField } from "../../../protocol/form.ts";

export const kindNames: Readonly<Record<FormField["kind"], string>> = {
  name: "Name",
  email: "E-mail address",
  phone: "Phone number",
  text: "Short text",
  long_text: "Long text",
  choice: "Choice",
};

/** Kinds for which the widget has a translated label. */
export function hasOwnWords(kind: FormField["kind"]): boolean {
  return kind === "name" || kind === "email" || kind === "phone";
}

/** Kinds that may occur once. */
function isSingle(kind: FormField["kind"]): boolean {
  return kind === "name" || kind === "email";
}

/** Kinds available for a field, given the other fields. */
export function kindsFor(field: FormField, others: readonly FormField[]): FormField["kind"][] {
  const kinds = Object.keys(kindNames) as FormField["kind"][]; // the keys of the record above
  return kinds.filter((kind) => kind === field.kind || !isSingle(kind) || others.every((other) => other.kind !== kind));
}

/** A field of that kind with a unique id. */
export function newField(kind: FormField["kind"], others: readonly FormField[]): FormField {
  return withKind({ id: freeId(kind, others), kind, label: null, required: false }, kind);
}

/** The field changed to another kind. It keeps its id, because stored answers refer to it. */
export function withKind({ options: before, ...field }: FormField, kind: FormField["kind"]): FormField {
  const label = hasOwnWords(kind) ? field.label || null : (field.label ?? "");
  return { ...field, kind, label, ...(kind === "choice" ? { options: before ?? [] } : {}) };
}

/** One option per line, without empty lines and duplicates. */
export function optionsOf(text: string): string[] {
  return [...new Set(text.split("\n").map((line) => line.trim()))].filter((line) => line !== "");
}

function freeId(base: string, others: readonly FormField[]): string {
  const taken = new Set(others.map(({ id }) => id));
  for (let n = 1; ; n += 1) {
    const id = n === 1 ? base : `${base}_${n}`;
    if (!taken.has(id)) return id;
  }
}
