import { useWorkspace } from "../../app-context.ts";
import { regressionStoreOf } from "./regression-store.ts";

/** Questions out to a table, and in from one. */
export function RegressionFile() {
  const { api, toasts } = useWorkspace();
  const take = async (file: File | undefined) => {
    if (!file) return;
    const outcome = await regressionStoreOf(api).takeFile(await file.text());
    if ("problem" in outcome) return toasts.fail(outcome.problem);
    const { added, left_out } = outcome.done;
    const lines = left_out.map(({ line }) => line).slice(0, 5);
    toasts.show(
      left_out.length === 0
        ? `${added} questions added`
        : `${added} questions added, ${left_out.length} left out (line ${lines.join(", ")}${left_out.length > 5 ? ", …" : ""})`,
    );
  };
  return (
    <>
      <a class="btn" href="/api/v1/admin/regression-questions.csv" download target="_top">
        Download
      </a>
      <label class="btn">
        Import CSV
        <input
          class="visually-hidden"
          type="file"
          accept=".csv,text/csv"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            event.currentTarget.value = "";
            void take(file);
          }}
        />
      </label>
    </>
  );
}
