import { useEffect } from "preact/hooks";
import { useWorkspace } from "../app-context.ts";
import { ErrorState, Notice, Skeleton, Spinner } from "../components/states.tsx";
import { CheckList } from "../doctor/check-list.tsx";
import { now } from "../lib/now.ts";
import { fullTime, shortAge } from "../lib/time.ts";
import { SettingsTabs } from "../settings/settings-tabs.tsx";

/** Whether what this tenant stands on works. */
export function HealthPage() {
  const { health, may } = useWorkspace();
  const isAdmin = may("admin");
  useEffect(() => {
    if (isAdmin && health.report.peek() === null) void health.check();
  }, [health, isAdmin]);
  const busy = health.busy.value;
  return (
    <div class="sheet-page">
      <header class="page-head">
        <div>
          <h1>Health</h1>
          <p class="muted">Your site, your library, and what answers stand on.</p>
        </div>
        {isAdmin ? (
          <button type="button" class="btn" aria-disabled={busy} onClick={() => void health.check()}>
            {busy ? <Spinner /> : null} Check again
          </button>
        ) : null}
      </header>
      <SettingsTabs />
      {isAdmin ? <Report /> : <Notice title="Only admins see the health of the installation" />}
    </div>
  );
}

function Report() {
  const { health } = useWorkspace();
  const report = health.report.value;
  if (health.error.value && !health.busy.value)
    return <ErrorState title="It could not be checked" text={health.error.value} onRetry={() => void health.check()} />;
  if (!report) return <Skeleton rows={6} kind="card" label="Checking" />;
  const wrong = report.checks.filter(({ status }) => status === "failed").length;
  const doubtful = report.checks.filter(({ status }) => status === "warning").length;
  return (
    <div class="health">
      <p role="status">
        <strong>{sumOf(wrong, doubtful)}</strong>{" "}
        <time class="muted" dateTime={report.checked_at} title={fullTime(report.checked_at)}>
          Looked at {ageOf(report.checked_at)}
        </time>
      </p>
      <CheckList checks={report.checks} label="What was looked at" />
      <p class="muted">
        Each model was really asked, with a few words. Nothing of other tenants of this installation is looked at.
      </p>
    </div>
  );
}

function ageOf(at: string): string {
  const age = shortAge(at, now.value);
  return age === "now" ? "just now" : `${age} ago`;
}

function sumOf(wrong: number, doubtful: number): string {
  if (wrong > 0) return wrong === 1 ? "One thing is wrong." : `${wrong} things are wrong.`;
  if (doubtful > 0) return doubtful === 1 ? "One thing is worth a look." : `${doubtful} things are worth a look.`;
  return "Everything that was looked at works.";
}
