import { type DocumentKind, documentKinds } from "../../../../protocol/document-kinds.ts";
import { kindWords } from "./kind-pill.tsx";

/** Whether a document is an own policy, a regulation or something else; in a form it is its field `kind`. */
export function KindSelect({
  value = "other",
  onChange,
}: {
  value?: DocumentKind;
  onChange?: (kind: DocumentKind) => void;
}) {
  return (
    <label class="field">
      <span>Type</span>
      <select class="input" name="kind" onChange={({ currentTarget }) => onChange?.(kindFrom(currentTarget.value))}>
        {documentKinds.toReversed().map((kind) => (
          <option key={kind} value={kind} selected={kind === value}>
            {kindWords[kind]}
          </option>
        ))}
      </select>
    </label>
  );
}

export function kindFrom(text: unknown): DocumentKind {
  return documentKinds.find((kind) => kind === text) ?? "other";
}
