import { useSignal } from "@preact/signals";
import type { GapView } from "../../../protocol/admin-gaps.ts";
import { Dialog } from "../components/dialog.tsx";
import { RegressionForm } from "./regression-form.tsx";

/** Keeps a gap's question, so that a release that opens the gap again is noticed before it is published. */
export function KeepGap({ gap }: { gap: Pick<GapView, "id" | "question"> }) {
  const keeping = useSignal(false);
  const close = () => (keeping.value = false);
  return (
    <>
      <button type="button" class="btn small" onClick={() => (keeping.value = true)}>
        Keep as a regression question
      </button>
      <Dialog open={keeping.value} label="Keep as a regression question" onClose={close}>
        {keeping.value ? (
          <RegressionForm question={null} given={{ question: gap.question, gap_id: gap.id }} onClose={close} />
        ) : null}
      </Dialog>
    </>
  );
}
