import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { ErrorBoundary, LocationProvider, lazy, Route, Router } from "preact-iso";
import type { MeResponse } from "../../protocol/admin.ts";
import type { SessionState } from "./accounts/session-store.ts";
import { AuthNote } from "./accounts/sign-in/gate.tsx";
import { SignInPage } from "./accounts/sign-in/sign-in-page.tsx";
import type { Api } from "./api.ts";
import { useApp, WorkspaceContext } from "./app-context.ts";
import { HomePage, NotFoundPage } from "./shell/home-page.tsx";
import { PageBoundary, PageWaits } from "./shell/page-states.tsx";
import { Shell } from "./shell/shell.tsx";
import { openWorkspace, type Workspace } from "./shell/workspace.ts";
import { InboxPage } from "./tickets/inbox/inbox-page.tsx";
import { ErrorState } from "./ui/states.tsx";
import type { TextStorage } from "./ui/storage.ts";

// The inbox is part of the first script; every other page has its own, loaded on first visit.
const AnalyticsPage = lazy(async () => (await import("./analytics/analytics-page.tsx")).AnalyticsPage);
const AnalyticsTicketsPage = lazy(
  async () => (await import("./analytics/analytics-tickets-page.tsx")).AnalyticsTicketsPage,
);
const ApprovalsPage = lazy(async () => (await import("./tools/approvals-page.tsx")).ApprovalsPage);
const AuditPage = lazy(async () => (await import("./operations/audit-page.tsx")).AuditPage);
const CopilotPage = lazy(async () => (await import("./copilot/copilot-page.tsx")).CopilotPage);
const DataPage = lazy(async () => (await import("./operations/privacy-page.tsx")).DataPage);
const DocumentPage = lazy(async () => (await import("./knowledge/documents/document-page.tsx")).DocumentPage);
const ForgotPage = lazy(async () => (await import("./accounts/sign-in/forgot-page.tsx")).ForgotPage);
const GapPage = lazy(async () => (await import("./knowledge/gaps/gap-page.tsx")).GapPage);
const GapsPage = lazy(async () => (await import("./knowledge/gaps/gaps-page.tsx")).GapsPage);
const GradesPage = lazy(async () => (await import("./assistant/grades-page.tsx")).GradesPage);
const HealthPage = lazy(async () => (await import("./operations/health-page.tsx")).HealthPage);
const InvitationPage = lazy(async () => (await import("./accounts/sign-in/invitation-page.tsx")).InvitationPage);
const KeysPage = lazy(async () => (await import("./accounts/people/keys-page.tsx")).KeysPage);
const LibraryPage = lazy(async () => (await import("./knowledge/documents/library-page.tsx")).LibraryPage);
const MentionsPage = lazy(async () => (await import("./tickets/inbox/mentions-page.tsx")).MentionsPage);
const ModelsPage = lazy(async () => (await import("./assistant/models-page.tsx")).ModelsPage);
const PeoplePage = lazy(async () => (await import("./accounts/people/people-page.tsx")).PeoplePage);
const PlaygroundPage = lazy(async () => (await import("./playground/playground-page.tsx")).PlaygroundPage);
const ProfilePage = lazy(async () => (await import("./accounts/profile/profile-page.tsx")).ProfilePage);
const RegressionPage = lazy(async () => (await import("./knowledge/releases/regression-page.tsx")).RegressionPage);
const ReleasePage = lazy(async () => (await import("./knowledge/releases/release-page.tsx")).ReleasePage);
const ReleasesPage = lazy(async () => (await import("./knowledge/releases/releases-page.tsx")).ReleasesPage);
const RepliesPage = lazy(async () => (await import("./tickets/composer/replies-page.tsx")).RepliesPage);
const ResetPage = lazy(async () => (await import("./accounts/sign-in/forgot-page.tsx")).ResetPage);
const SearchPage = lazy(async () => (await import("./knowledge/search/search-page.tsx")).SearchPage);
const SecondStepPage = lazy(async () => (await import("./accounts/sign-in/second-step-page.tsx")).SecondStepPage);
const SettingsPage = lazy(async () => (await import("./settings/settings-page.tsx")).SettingsPage);
const SitesPage = lazy(async () => (await import("./knowledge/sites/sites-page.tsx")).SitesPage);
const SnippetsPage = lazy(async () => (await import("./knowledge/snippets/snippets-page.tsx")).SnippetsPage);
const ToolPage = lazy(async () => (await import("./tools/tool-page.tsx")).ToolPage);
const ToolCallsPage = lazy(async () => (await import("./tools/tool-calls-page.tsx")).ToolCallsPage);
const ToolConnectionPage = lazy(async () => (await import("./tools/tool-connection-page.tsx")).ToolConnectionPage);
const ToolsPage = lazy(async () => (await import("./tools/tools-page.tsx")).ToolsPage);
const WebhooksPage = lazy(async () => (await import("./webhooks/webhooks-page.tsx")).WebhooksPage);

interface AppProps {
  api: Api;
  storage: TextStorage;
}

/** Shows the sign-in page or, after sign-in, the console. The URL does not change during sign-in. */
export function App(props: AppProps) {
  const { session } = useApp();
  const state = session.state.value;
  const before = pageBefore(props.api, state);
  if (before)
    return (
      <PageBoundary>
        <ErrorBoundary>{before}</ErrorBoundary>
      </PageBoundary>
    );
  switch (state.type) {
    case "loading":
      return <div class="gate" role="status" aria-label="Loading" />;
    case "failed":
      return (
        <div class="gate">
          <ErrorState title="Parley can't be reached" text={state.message} onRetry={() => void session.check()} />
        </div>
      );
    case "signed_out":
      return <SignInPage api={props.api} reason={state.reason} />;
    case "second_step":
      return (
        <PageBoundary>
          <ErrorBoundary>
            <SecondStepPage api={props.api} />
          </ErrorBoundary>
        </PageBoundary>
      );
    case "moved":
      return (
        <AuthNote
          title="You switched workspaces"
          text="You switched in another tab. Your text here is kept for when you come back."
        >
          <a class="btn primary wide" href="/console/" target="_top">
            Go there
          </a>
        </AuthNote>
      );
    case "suspended":
      return <Suspended onRetry={() => void session.check()} />;
    case "signed_in":
      return <SignedIn key={`${state.me.id}:${state.me.tenant.id}`} {...props} me={state.me} />;
    default:
      return state satisfies never;
  }
}

function Suspended({ onRetry }: { onRetry: () => void }) {
  return (
    <AuthNote
      title="This workspace is suspended"
      text="Ask the operator of this installation to resume it, then try again."
    >
      <button type="button" class="btn primary wide" onClick={onRetry}>
        Try again
      </button>
    </AuthNote>
  );
}

/**
 * Pages that open from links in e-mails, with or without a session. The token is in the URL hash, which browsers do not send to servers.
 */
function pageBefore(api: Api, state: SessionState) {
  const token = location.hash.slice(1);
  const isEntering = state.type === "second_step" || state.type === "loading";
  switch (location.pathname) {
    case "/console/invitation":
      return isEntering ? null : <InvitationPage api={api} token={token} />;
    case "/console/reset":
      return <ResetPage api={api} token={token} />;
    case "/console/forgot":
      return <ForgotPage api={api} />;
    default:
      return null;
  }
}

function SignedIn({ api, storage, me }: AppProps & { me: MeResponse }) {
  const workspace = useSignal<Workspace | null>(null);
  const { session } = useApp();
  useEffect(() => {
    // Pages cache their data per `api` object: a new one for each sign-in, so that another user in this tab never sees cached data.
    const opened = openWorkspace({ ...api }, me, {
      storage,
      onOwn: ({ name, picture }) => session.change({ name, picture }),
    });
    workspace.value = opened;
    return () => opened.close();
  }, []);
  if (!workspace.value) return null;
  return (
    <WorkspaceContext.Provider value={workspace.value}>
      <LocationProvider scope="/console">
        <Shell>
          <PageBoundary>
            <Pages />
          </PageBoundary>
        </Shell>
      </LocationProvider>
    </WorkspaceContext.Provider>
  );
}

function Pages() {
  // The first page has nothing before it that could stay while its script loads.
  const isFirst = useRef(true);
  const isWaiting = useSignal(false);
  return (
    <>
      {isWaiting.value ? <PageWaits /> : null}
      <Routes
        onLoadStart={() => (isWaiting.value = isFirst.current)}
        onLoadEnd={() => (isFirst.current = isWaiting.value = false)}
      />
    </>
  );
}

function Routes(told: { onLoadStart: () => void; onLoadEnd: () => void }) {
  return (
    <Router {...told}>
      <Route path="/console" component={HomePage} />
      <Route path="/console/inbox" component={InboxPage} />
      <Route path="/console/inbox/:id" component={InboxPage} />
      <Route path="/console/library" component={LibraryPage} />
      <Route path="/console/library/sites" component={SitesPage} />
      <Route path="/console/library/snippets" component={SnippetsPage} />
      <Route path="/console/library/:id" component={DocumentPage} />
      <Route path="/console/copilot" component={CopilotPage} />
      <Route path="/console/copilot/:id" component={CopilotPage} />
      <Route path="/console/playground" component={PlaygroundPage} />
      <Route path="/console/playground/:id" component={PlaygroundPage} />
      <Route path="/console/gaps" component={GapsPage} />
      <Route path="/console/gaps/:id" component={GapPage} />
      <Route path="/console/releases" component={ReleasesPage} />
      <Route path="/console/releases/questions" component={RegressionPage} />
      <Route path="/console/releases/:id" component={ReleasePage} />
      <Route path="/console/approvals" component={ApprovalsPage} />
      <Route path="/console/mentions" component={MentionsPage} />
      <Route path="/console/replies" component={RepliesPage} />
      <Route path="/console/search" component={SearchPage} />
      <Route path="/console/people" component={PeoplePage} />
      <Route path="/console/people/keys" component={KeysPage} />
      <Route path="/console/profile" component={ProfilePage} />
      <Route path="/console/analytics" component={AnalyticsPage} />
      <Route path="/console/analytics/tickets" component={AnalyticsTicketsPage} />
      <Route path="/console/analytics/:tab" component={AnalyticsPage} />
      <Route path="/console/audit" component={AuditPage} />
      <Route path="/console/tools" component={ToolsPage} />
      <Route path="/console/tools/calls" component={ToolCallsPage} />
      <Route path="/console/tools/:id" component={ToolConnectionPage} />
      <Route path="/console/tools/:id/:tool" component={ToolPage} />
      <Route path="/console/settings" component={SettingsPage} />
      <Route path="/console/settings/confidence" component={GradesPage} />
      <Route path="/console/settings/models" component={ModelsPage} />
      <Route path="/console/settings/health" component={HealthPage} />
      <Route path="/console/settings/data" component={DataPage} />
      <Route path="/console/settings/webhooks" component={WebhooksPage} />
      <Route path="/console/settings/:subject" component={SettingsPage} />
      <Route default component={NotFoundPage} />
    </Router>
  );
}
