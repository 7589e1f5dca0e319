// Its own style sheet comes with the page.
import "./privacy.css";
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Retention } from "../../../protocol/admin-data.ts";
import type { Erasure } from "../../../protocol/admin-erasures.ts";
import { useWorkspace } from "../app-context.ts";
import { SettingsTabs } from "../settings/settings-tabs.tsx";
import { Icon } from "../ui/icon.tsx";
import { createLoaded, type Loaded } from "../ui/loaded.ts";
import { ErrorState, Notice, Skeleton } from "../ui/states.tsx";
import { EraseForm } from "./erase-form.tsx";
import { ErasureList } from "./erasure-list.tsx";
import { RetentionForm } from "./retention-form.tsx";
import { RetentionRuns } from "./retention-runs.tsx";

/** How long what is kept, and what is erased; for admins. */
export function DataPage() {
  const { may } = useWorkspace();
  return (
    <div class="sheet-page">
      <header class="page-head">
        <div>
          <h1>Data</h1>
          <p class="muted">Retention, export and erasure.</p>
        </div>
      </header>
      <SettingsTabs />
      {may("admin") ? <Sections /> : <Notice title="Only admins can see retention settings" />}
    </div>
  );
}

function Sections() {
  const { api } = useWorkspace();
  const [retention] = useState(() => createLoaded<Retention>());
  const [erasures] = useState(() => createLoaded<Erasure[]>());
  const loadRetention = () => void retention.load((signal) => api.ask<Retention>("/retention", { signal }));
  const loadErasures = () =>
    void erasures.load(async (signal) => (await api.ask<{ items: Erasure[] }>("/erasures", { signal })).items);
  useEffect(() => {
    loadRetention();
    loadErasures();
  }, []);
  return (
    <div class="data-page">
      <Section
        id="kept"
        title="Retention"
        text="Delete data automatically after this many days. Leave empty to keep it forever."
      >
        <WhenLoaded of={retention} what="retention times" onRetry={loadRetention}>
          {(read) => <RetentionForm retention={read} onChange={(changed) => retention.set(changed)} />}
        </WhenLoaded>
      </Section>
      <Section id="removed" title="Recent clean-ups">
        <WhenLoaded of={retention} what="clean-ups" onRetry={loadRetention}>
          {(read) => <RetentionRuns retention={read} onAsk={loadRetention} />}
        </WhenLoaded>
      </Section>
      <Section
        id="export"
        title="Export"
        text="Download the whole workspace as a .tar.gz file: data as JSON plus original files. Keys and passwords are not included."
      >
        <div class="kept-actions">
          <a class="btn" href="/api/v1/admin/export" download>
            <Icon name="download" /> Export everything
          </a>
        </div>
      </Section>
      <Section
        id="erase"
        title="Erase"
        text="Erase data on request. You'll see what will be deleted first, and get a signed receipt afterwards."
      >
        <EraseForm onErased={loadErasures} />
        <WhenLoaded of={erasures} what="receipts" onRetry={loadErasures}>
          {(read) => <ErasureList erasures={read} />}
        </WhenLoaded>
      </Section>
    </div>
  );
}

function Section({
  id,
  title,
  text,
  children,
}: {
  id: string;
  title: string;
  text?: string;
  children: ComponentChildren;
}) {
  return (
    <section class="settings-group" id={id} aria-labelledby={`group-${id}`}>
      <h2 id={`group-${id}`}>{title}</h2>
      {text ? <p class="muted">{text}</p> : null}
      {children}
    </section>
  );
}

interface WhenLoadedProps<T> {
  of: Loaded<T>;
  what: string;
  onRetry: () => void;
  children: (value: T) => ComponentChildren;
}

function WhenLoaded<T>({ of, what, onRetry, children }: WhenLoadedProps<T>) {
  const state = of.state.value;
  if (state.type === "loading") return <Skeleton rows={3} kind="card" label={`Loading ${what}`} />;
  if (state.type === "failed")
    return <ErrorState title={`Loading ${what} failed`} text={state.message} onRetry={onRetry} />;
  return <>{children(state.value)}</>;
}
