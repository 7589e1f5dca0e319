import { useSignal } from "@preact/signals";
import type { SavedFilter, SavedView } from "../../../../protocol/triage.ts";
import { useWorkspace } from "../../app-context.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Spinner } from "../../ui/states.tsx";
import { useDialogWork } from "../../ui/work.ts";

/** Form for the name of a new saved view, or for changes of an existing one. */
export function ViewDialog() {
  const { triage } = useWorkspace();
  const wish = triage.naming.value;
  const close = () => {
    triage.naming.value = null;
  };
  const isNew = wish !== null && "filter" in wish;
  return (
    <Dialog open={wish !== null} label={isNew ? "Save as view" : "Edit the view"} class="dialog-small" onClose={close}>
      {wish ? <ViewForm wish={wish} onClose={close} /> : null}
    </Dialog>
  );
}

function ViewForm({ wish, onClose }: { wish: { filter: SavedFilter } | { view: SavedView }; onClose: () => void }) {
  const { triage, may, toasts } = useWorkspace();
  const view = "view" in wish ? wish.view : null;
  const name = useSignal(view?.name ?? "");
  const team = useSignal(view?.team ?? false);
  const { busy, error, run } = useDialogWork(onClose);
  const remove = async ({ id, name, filter, team }: SavedView) => {
    error.value = (await triage.deleteView(id)) ?? "";
    if (error.value) return;
    onClose();
    const restore = async () => {
      const problem = await triage.saveView({ name, filter, team });
      if (problem) toasts.fail(`Not restored. ${problem}`);
      else toasts.show(`Restored “${name}”`);
    };
    toasts.show(`Deleted “${name}”`, { label: "Undo", run: () => void restore() });
  };
  const mayChange = view === null || !view.team || may("manager");
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    const wanted = name.value.trim();
    if (wanted === "") {
      error.value = "A view needs a name.";
      return;
    }
    void run(
      () =>
        "filter" in wish
          ? triage.saveView({ name: wanted, filter: wish.filter, team: team.value })
          : triage.changeView(wish.view.id, { name: wanted }),
      `Saved “${wanted}”`,
    );
  };
  return (
    <form onSubmit={save} noValidate>
      <div class="dialog-head">
        <h2>{view ? "Edit the view" : "Save as view"}</h2>
      </div>
      <div class="dialog-body">
        <label class="field">
          <span>Name</span>
          <input
            class="input"
            maxLength={60}
            autofocus
            disabled={!mayChange}
            value={name.value}
            onInput={(event) => (name.value = event.currentTarget.value)}
          />
        </label>
        {view === null && may("manager") ? (
          <label class="check">
            <input
              type="checkbox"
              checked={team.value}
              onChange={(event) => (team.value = event.currentTarget.checked)}
            />
            <span>For the whole team</span>
          </label>
        ) : null}
        {mayChange ? null : <p class="muted">Only managers can change team views.</p>}
        <p class="form-error" role="alert">
          {error.value}
        </p>
        <ViewVerbs
          mayChange={mayChange}
          busy={busy.value}
          onDelete={view ? () => void remove(view) : null}
          onClose={onClose}
        />
      </div>
    </form>
  );
}

interface ViewVerbsProps {
  mayChange: boolean;
  busy: boolean;
  onDelete: (() => void) | null;
  onClose: () => void;
}

function ViewVerbs({ mayChange, busy, onDelete, onClose }: ViewVerbsProps) {
  return (
    <div class="dialog-foot">
      {onDelete && mayChange ? (
        <button type="button" class="btn ghost danger-text push" onClick={onDelete}>
          Delete
        </button>
      ) : null}
      <button type="button" class="btn" onClick={onClose}>
        Cancel
      </button>
      {mayChange ? (
        <button type="submit" class="btn primary" aria-disabled={busy}>
          {busy ? <Spinner /> : null} Save
        </button>
      ) : null}
    </div>
  );
}
