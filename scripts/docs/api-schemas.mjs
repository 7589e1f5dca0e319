/** What several answers share: each under its name, with its fields and an example. */
export function schemaPage(document) {
  const parts = Object.entries(document.components.schemas)
    .filter(([name]) => name !== "Error")
    .map(([name, schema]) => {
      const rows = variantsOf(schema, document)
        .map((variant) => fieldRows(variant, document))
        .filter(Boolean);
      const example = exampleOf(name, document);
      const shown = example === undefined ? "" : `\n\n\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``;
      return `## ${name}\n\n${rows.join("\n\n")}${shown}`;
    });
  return `# HTTP API: shared schemas\n\nObjects that several operations return.\n\n${parts.join("\n\n")}\n`;
}

/** Its name, where a schema is one of those that stand under names; null for all others. */
export function schemaName(schema) {
  return schema?.$ref?.split("/").at(-1) ?? null;
}

export function linkToSchema(name) {
  return `[${name}](schemas.md#${name.toLowerCase()})`;
}

/** The fields of an object as a table; null for other schemas. */
export function fieldRows(schema, document) {
  const { properties, required = [], oneOf, anyOf } = resolve(schema, document);
  if (!properties && (oneOf ?? anyOf)) {
    const tables = (oneOf ?? anyOf).map((variant) => fieldRows(variant, document)).filter(Boolean);
    return tables.length === 0 ? null : tables.join("\n\nor\n\n");
  }
  const rows = Object.entries(properties ?? {}).map(
    ([name, field]) =>
      `| \`${name}\` | ${typeOf(field, document)}${required.includes(name) ? "" : ", optional"} | ${meaningOf(field)} |`,
  );
  return rows.length === 0 ? null : `| field | type | meaning |\n| --- | --- | --- |\n${rows.join("\n")}`;
}

function variantsOf(schema, document) {
  return (schema.oneOf ?? schema.anyOf ?? [schema]).map((variant) => resolve(variant, document));
}

function resolve(schema, { components }) {
  const name = schemaName(schema);
  return name === null ? schema : components.schemas[name];
}

/** An operation that answers with it shows one. */
function exampleOf(name, { paths }) {
  for (const operation of Object.values(paths).flatMap(Object.values))
    for (const { content } of Object.values(operation.responses)) {
      const json = content?.["application/json"];
      if (schemaName(json?.schema) === name) return json.example;
    }
  return undefined;
}

function typeOf(field, document) {
  const name = schemaName(field);
  if (name !== null) return linkToSchema(name);
  const variants = field.oneOf ?? field.anyOf;
  if (variants) return [...new Set(variants.map((variant) => typeOf(variant, document)))].join(" or ");
  if (field.const !== undefined) return `\`${JSON.stringify(field.const)}\``;
  if (field.type === "array") return `list of ${typeOf(field.items ?? {}, document)}`;
  if (Array.isArray(field.type)) return field.type.join(" or ");
  return field.format === "uuid" ? "UUID" : (field.type ?? "any");
}

function meaningOf(field) {
  const { description, enum: values, minimum, maximum, maxLength } = field;
  const parts = [
    description,
    values && `One of ${values.map((value) => `\`${value}\``).join(", ")}.`,
    minimum !== undefined && maximum !== undefined && `From ${minimum} to ${maximum}.`,
    maxLength !== undefined && !values && `Up to ${maxLength.toLocaleString("en")} characters.`,
  ];
  return parts.filter(Boolean).join(" ").replaceAll("|", "\\|");
}
