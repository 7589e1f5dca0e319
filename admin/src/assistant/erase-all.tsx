import { useSignal } from "@preact/signals";
import { useWorkspace } from "../app-context.ts";
import { AskFirst } from "../ui/ask-first.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { useDoing } from "../ui/use-asked.ts";
import { memoryCalls } from "./memory-calls.ts";

/** Everything that is remembered of a visitor goes, once somebody says so twice. */
export function EraseAll({ visitorId, onErased }: { visitorId: string; onErased: () => void }) {
  const { api, toasts } = useWorkspace();
  const asking = useSignal(false);
  const { busy, run } = useDoing();
  const close = () => (asking.value = false);
  const erase = () =>
    run(
      () => memoryCalls(api.admin).eraseAll(visitorId),
      ({ erased }) => {
        close();
        onErased();
        toasts.show(erased === 1 ? "One memory deleted" : `${erased} memories deleted`);
      },
    );
  return (
    <>
      <button type="button" class="btn small ghost" onClick={() => (asking.value = true)}>
        Erase all
      </button>
      <Dialog open={asking.value} label="Delete memories" class="dialog-small" onClose={close}>
        <AskFirst title="Delete all memories?" verb="Erase all" busy={busy.value} onYes={erase} onClose={close}>
          <p>The assistant forgets what it knows about this visitor. Tickets are kept.</p>
        </AskFirst>
      </Dialog>
    </>
  );
}
