import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Retention } from "../../../protocol/admin-data.ts";
import type { Erasure } from "../../../protocol/admin-erasures.ts";
import { erasureRoutes, retentionRoutes } from "../../../protocol/routes/privacy.ts";
import { useWorkspace } from "../app-context.ts";
import { SettingsLayout } from "../settings/settings-frame.tsx";
import { Icon } from "../ui/icon.tsx";
import { createLoaded, type Loaded } from "../ui/loaded.ts";
import { useDoing } from "../ui/loaded-part.tsx";
import { ErrorState, Notice, Skeleton } from "../ui/states.tsx";
import { ageWords, fullTime, now } from "../ui/time.ts";
import { EraseForm } from "./erase-form.tsx";
import { RetentionForm } from "./retention-form.tsx";
import { countsText } from "./retention-kinds.ts";

// The page loads its own style sheet.

/** Retention, export and erasure; for admins. */
export function DataPage() {
  const { may } = useWorkspace();
  return (
    <SettingsLayout title="Data" text="Retention, export and erasure.">
      {may("admin") ? <Sections /> : <Notice title="Only admins can see retention settings" />}
    </SettingsLayout>
  );
}

function ExportSection() {
  return (
    <Section
      id="export"
      title="Export"
      text="Download the whole workspace as a .tar.gz file: data as JSON plus original files. Keys and passwords are not included."
    >
      <div class="kept-actions">
        <a class="btn" href={erasureRoutes.exportTenant.path} download>
          <Icon name="download" /> Export everything
        </a>
      </div>
    </Section>
  );
}

function Sections() {
  const { api } = useWorkspace();
  const [retention] = useState(() => createLoaded<Retention>());
  const [erasures] = useState(() => createLoaded<Erasure[]>());
  const loadRetention = () => void retention.load((signal) => api.call(retentionRoutes.readRetention, {}, { signal }));
  const loadErasures = () =>
    void erasures.load(async (signal) => (await api.call(erasureRoutes.listErasures, {}, { signal })).items);
  useEffect(() => {
    loadRetention();
    loadErasures();
  }, []);
  // Sections below would move when the form appears.
  if (retention.state.value.type === "loading")
    return <Skeleton rows={8} kind="card" label="Loading retention times" />;
  return (
    <div class="data-page">
      <Section
        id="kept"
        title="Retention"
        text="How long each kind of data is kept. Before you save, you see what will be deleted."
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
      <ExportSection />
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

/** The last retention runs, and a button that starts one now. */
function RetentionRuns({ retention, onAsk }: { retention: Retention; onAsk: () => void }) {
  const { api, toasts } = useWorkspace();
  const { busy, run: doIt } = useDoing();
  const run = () =>
    doIt(
      () => api.call(retentionRoutes.runRetention),
      () => {
        toasts.show("Scheduled the clean-up. It starts within a minute");
        onAsk();
      },
    );
  return (
    <>
      <p class="muted">Runs every six hours.</p>
      {retention.runs.length === 0 ? <p>Nothing deleted yet.</p> : null}
      <ul class="kept-runs">
        {retention.runs.map((each) => (
          <li key={each.id}>
            <time class="muted" dateTime={each.started_at} title={fullTime(each.started_at)}>
              {ageWords(each.started_at, now.value)}
            </time>
            <span>
              {countsText(each.counts)}
              {each.finished_at === null ? <small class="muted"> so far, still running</small> : null}
            </span>
          </li>
        ))}
      </ul>
      <div class="kept-actions">
        <button type="button" class="btn" aria-disabled={busy.value} onClick={() => void run()}>
          Clean up now
        </button>
      </div>
    </>
  );
}

/** Past erasures with their receipts. */
function ErasureList({ erasures }: { erasures: readonly Erasure[] }) {
  if (erasures.length === 0) return <p class="muted">No erasures yet. Receipts will appear here.</p>;
  return (
    <ul class="kept-runs">
      {erasures.map((erasure) => (
        <li key={erasure.id}>
          <time class="muted" dateTime={erasure.started_at} title={fullTime(erasure.started_at)}>
            {ageWords(erasure.started_at, now.value)}
          </time>
          <span>
            {nameOf(erasure)}
            <small class="muted"> {rowsOf(erasure).toLocaleString("en")} records</small>
          </span>
          {erasure.receipt ? (
            <a
              class="btn small"
              href={`data:application/json;charset=utf-8,${encodeURIComponent(JSON.stringify(erasure.receipt, null, 2))}`}
              download={`receipt-${erasure.id}.json`}
            >
              <Icon name="download" /> Receipt<span class="visually-hidden"> of {erasure.id}</span>
            </a>
          ) : (
            <span class="chip">In progress</span>
          )}
        </li>
      ))}
    </ul>
  );
}

function nameOf({ kind, receipt }: Erasure): string {
  const count = receipt?.subjects.length ?? 1;
  const names = { visitor: "A visitor", ticket: "A ticket", document: "A document" };
  return count > 1 ? `${count} ${kind}s` : names[kind];
}

function rowsOf({ counts }: Erasure): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
