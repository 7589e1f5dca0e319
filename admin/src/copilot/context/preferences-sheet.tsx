import { useSignal } from "@preact/signals";
import type { CopilotPreference, CopilotPreferences, Stance } from "../../../../protocol/copilot-preferences.ts";
import { copilotContextRoutes } from "../../../../protocol/routes/copilot-context.ts";
import { useWorkspace } from "../../app-context.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LoadedPart, useAsked, useDoing } from "../../ui/loaded-part.tsx";
import { Notice } from "../../ui/states.tsx";
import { weightWord } from "./context-groups.ts";
import { ContextVerb } from "./context-view.tsx";

/** Preferences that the copilot has learned from the user; the user can view, change and delete them. */
export function PreferencesButton() {
  const open = useSignal(false);
  const close = () => (open.value = false);
  return (
    <>
      <button
        type="button"
        class="icon-btn"
        aria-label="Preferences"
        title="Preferences"
        aria-haspopup="dialog"
        onClick={() => (open.value = true)}
      >
        <Icon name="settings" />
      </button>
      <Dialog open={open.value} label="Preferences" class="sheet" onClose={close}>
        <div class="dialog-head">
          <h2>Preferences</h2>
          <button type="button" class="icon-btn" aria-label="Close" onClick={close}>
            <Icon name="close" />
          </button>
        </div>
        <div class="dialog-body copilot-context">
          <Preferences />
        </div>
      </Dialog>
    </>
  );
}

function Preferences() {
  const { api } = useWorkspace();
  const asked = useAsked<CopilotPreferences>("preferences", (signal) =>
    api.call(copilotContextRoutes.listCopilotPreferences, {}, { signal }),
  );
  const { run } = useDoing();
  const change = (work: () => Promise<CopilotPreferences>) => void run(work, asked.set);
  const set = (document: string, stance: Stance) =>
    change(() => api.call(copilotContextRoutes.setCopilotPreference, { document, body: { stance } }));
  const reset = (document: string) => change(() => api.call(copilotContextRoutes.resetCopilotPreference, { document }));
  const resetAll = () => change(() => api.call(copilotContextRoutes.resetCopilotPreferences));
  return (
    <LoadedPart state={asked.state.value} name="Your preferences" onRetry={() => void asked.again()}>
      {({ items }) =>
        items.length === 0 ? (
          <Notice
            title="Nothing yet"
            text="Documents you tag with @ three times in 30 days are always included. Documents you dismiss three times are left out. Only you see this."
          />
        ) : (
          <>
            <p class="muted">
              Documents you tag with @ three times in 30 days are always included. Documents you dismiss three times are
              left out. Only you see this.
            </p>
            <ul class="copilot-context-list">
              {items.map((item) => (
                <Preference
                  key={item.document_id}
                  item={item}
                  onSet={(stance) => set(item.document_id, stance)}
                  onReset={() => reset(item.document_id)}
                />
              ))}
            </ul>
            <div class="dialog-foot">
              <button type="button" class="btn" onClick={resetAll}>
                Forget all
              </button>
            </div>
          </>
        )
      }
    </LoadedPart>
  );
}

const stances: readonly { stance: Stance; label: string }[] = [
  { stance: "always", label: "Always" },
  { stance: "neutral", label: "Default" },
  { stance: "never", label: "Never" },
];

function effectOf({ effect, weight }: CopilotPreference): string {
  if (effect === "always") return "Always included";
  return effect === "never" ? "Left out" : `Included when it matches, with ${weightWord(weight)}`;
}

interface PreferenceProps {
  item: CopilotPreference;
  onSet: (stance: Stance) => void;
  onReset: () => void;
}

function Preference({ item, onSet, onReset }: PreferenceProps) {
  const { title, reason, stance, document_id: id } = item;
  return (
    <li>
      <div class="copilot-context-what">
        <p class="copilot-context-title" dir="auto">
          {title}
        </p>
        <p class="muted">
          {effectOf(item)} · {reason}
        </p>
      </div>
      <div class="copilot-context-verbs">
        <fieldset class="segmented copilot-stances">
          <legend class="visually-hidden">{title}</legend>
          {stances.map((each) => (
            <label key={each.stance}>
              <input
                type="radio"
                name={`stance-${id}`}
                checked={stance === each.stance}
                onChange={() => onSet(each.stance)}
              />
              <span>{each.label}</span>
            </label>
          ))}
        </fieldset>
        <ContextVerb label="Forget" title={title} onPress={onReset} />
      </div>
    </li>
  );
}
