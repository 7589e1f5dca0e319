import type { Confirmation } from "../../../protocol/tools.ts";
import { visibleText } from "../../../protocol/visible-text.ts";

/** The arguments of a change, each with its value before where that is known. */
export function ChangeFields({ fields }: Pick<Confirmation, "fields">) {
  if (fields.length === 0) return null;
  return (
    <table class="approval-fields">
      <caption class="visually-hidden">Details</caption>
      <tbody>
        {fields.map(({ name, label, value, before }) => (
          <tr key={name}>
            <th scope="row" dir="auto">
              {visibleText(label)}
            </th>
            <td dir="auto">
              {before === undefined ? null : <Before value={before} />}
              <bdi>{visibleText(value)}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Screen readers get words instead of the line through the value and the arrow. */
function Before({ value }: { value: string }) {
  return (
    <>
      <span class="visually-hidden">from </span>
      <del>
        <bdi>{visibleText(value)}</bdi>
      </del>
      <span class="approval-arrow" aria-hidden="true">
        →
      </span>
      <span class="visually-hidden"> to </span>
    </>
  );
}
