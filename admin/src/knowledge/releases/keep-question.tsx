import { useSignal } from "@preact/signals";
import { Dialog } from "../../ui/dialog.tsx";
import { type GivenQuestion, RegressionForm } from "./regression-form.tsx";

/** Keeps a question with what a good answer has, so that a release that spoils its answer is noticed before it is published. */
export function KeepQuestion({ given }: { given: GivenQuestion }) {
  const keeping = useSignal(false);
  const close = () => (keeping.value = false);
  return (
    <>
      <button type="button" class="btn small" onClick={() => (keeping.value = true)}>
        Keep as a test question
      </button>
      <Dialog open={keeping.value} label="Keep as a test question" onClose={close}>
        {keeping.value ? <RegressionForm question={null} given={given} onClose={close} /> : null}
      </Dialog>
    </>
  );
}
