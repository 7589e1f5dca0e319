// Its own style sheet comes with the page.
import "./assistant.css";
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { ModelUsage } from "../../../protocol/admin-usage.ts";
import { useWorkspace } from "../app-context.ts";
import { SettingsFrame } from "../settings/settings-frame.tsx";
import { createLoaded, type LoadedState } from "../ui/loaded.ts";
import { ErrorState, Notice, Skeleton } from "../ui/states.tsx";
import { BudgetFields } from "./budget-fields.tsx";
import { ModelFields } from "./model-fields.tsx";
import { Spending } from "./spending.tsx";

/** Who answers, and what it may cost. */
export function ModelsPage() {
  const { api, settings, may } = useWorkspace();
  const isAdmin = may("admin");
  const [usage] = useState(() => createLoaded<ModelUsage>());
  const load = () => usage.load((signal) => api.ask<ModelUsage>("/usage", { signal }));
  const { saved } = settings;
  // A limit that was raised may no longer be reached.
  useEffect(() => {
    if (isAdmin) void load();
  }, [isAdmin, saved.value?.budget]);
  const state = usage.state.value;
  return (
    <SettingsFrame
      title="Models"
      text="Models and budgets."
      fields={(edited) =>
        isAdmin ? (
          <UsageState state={state} onRetry={() => void load()}>
            {(read) => (
              <>
                <ModelFields models={edited.models} usage={read} />
                <BudgetFields budget={edited.budget} usage={read} />
              </>
            )}
          </UsageState>
        ) : (
          <Notice title="Only admins can see models and costs" />
        )
      }
      below={() => (state.type === "ready" ? <Spending usage={state.value} /> : null)}
    />
  );
}

interface StateProps {
  state: LoadedState<ModelUsage>;
  onRetry: () => void;
  children: (read: ModelUsage) => ComponentChildren;
}

function UsageState({ state, onRetry, children }: StateProps) {
  if (state.type === "loading") return <Skeleton rows={5} kind="card" label="Loading models" />;
  if (state.type === "failed")
    return <ErrorState title="The models could not be loaded" text={state.message} onRetry={onRetry} />;
  return <>{children(state.value)}</>;
}
