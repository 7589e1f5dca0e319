import { visibleText } from "../../../protocol/visible-text.ts";
import { Json } from "./json.tsx";
import { type JsonSchema, schemaRows } from "./schema.ts";

/** What a schema asks for, one argument a line; the schema itself below it for who wants it exactly. */
export function SchemaTable({ schema, name }: { schema: JsonSchema; name: string }) {
  const rows = schemaRows(schema);
  return (
    <>
      {rows.length === 0 ? (
        <p class="muted">None.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled has to be reached by keyboard.
        <section class="table-frame" tabIndex={0} aria-label={name}>
          <table class="table schema">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Type</th>
                <th scope="col">Meaning</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ path, type, isRequired, description, rules }) => (
                <tr key={path}>
                  <th scope="row">
                    <code>{visibleText(path)}</code>
                    {isRequired ? <span class="schema-must">required</span> : null}
                  </th>
                  <td>{type}</td>
                  <td dir="auto">
                    {visibleText(description)}
                    {rules ? <span class="schema-rules">{visibleText(rules)}</span> : null}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <details class="raw">
        <summary>As JSON Schema</summary>
        <Json value={schema} name={`${name}, as JSON Schema`} />
      </details>
    </>
  );
}
