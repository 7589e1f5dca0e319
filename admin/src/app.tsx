import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useErrorBoundary } from "preact/hooks";
import { LocationProvider, Route, Router } from "preact-iso";
import type { MeResponse } from "../../protocol/admin.ts";
import type { Api } from "./api.ts";
import { useApp, WorkspaceContext } from "./app-context.ts";
import { Shell } from "./components/shell.tsx";
import { ErrorState, Notice } from "./components/states.tsx";
import type { TextStorage } from "./lib/storage.ts";
import { HomePage, NotFoundPage } from "./pages/home.tsx";
import { InboxPage } from "./pages/inbox.tsx";
import { LibraryPage } from "./pages/library.tsx";
import { MentionsPage } from "./pages/mentions.tsx";
import { RepliesPage } from "./pages/replies.tsx";
import { SearchPage } from "./pages/search.tsx";
import { SettingsPage } from "./pages/settings.tsx";
import { SignInPage } from "./pages/sign-in.tsx";
import { openWorkspace, type Workspace } from "./stores/workspace.ts";

interface AppProps {
  api: Api;
  storage: TextStorage;
}

/** The gate: sign-in, or the console of whoever is signed in. The address never changes at the gate. */
export function App(props: AppProps) {
  const { session } = useApp();
  const state = session.state.value;
  switch (state.type) {
    case "loading":
      return <div class="gate" role="status" aria-label="Loading" />;
    case "failed":
      return (
        <div class="gate">
          <ErrorState title="Parley cannot be reached" text={state.message} onRetry={() => void session.check()} />
        </div>
      );
    case "signed_out":
      return <SignInPage reason={state.reason} />;
    case "signed_in":
      return <SignedIn key={`${state.me.id}:${state.me.tenant.id}`} {...props} me={state.me} />;
    default:
      return state satisfies never;
  }
}

function SignedIn({ api, storage, me }: AppProps & { me: MeResponse }) {
  const workspace = useSignal<Workspace | null>(null);
  useEffect(() => {
    const opened = openWorkspace(api, me, storage);
    workspace.value = opened;
    return () => opened.close();
  }, []);
  if (!workspace.value) return null;
  return (
    <WorkspaceContext.Provider value={workspace.value}>
      <LocationProvider scope="/console">
        <Shell>
          <PageBoundary>
            <Router>
              <Route path="/console" component={HomePage} />
              <Route path="/console/inbox" component={InboxPage} />
              <Route path="/console/inbox/:id" component={InboxPage} />
              <Route path="/console/library" component={LibraryPage} />
              <Route path="/console/mentions" component={MentionsPage} />
              <Route path="/console/replies" component={RepliesPage} />
              <Route path="/console/search" component={SearchPage} />
              <Route path="/console/settings" component={SettingsPage} />
              <Route default component={NotFoundPage} />
            </Router>
          </PageBoundary>
        </Shell>
      </LocationProvider>
    </WorkspaceContext.Provider>
  );
}

/** A page that breaks takes nothing else with it. */
function PageBoundary({ children }: { children: ComponentChildren }) {
  const [error, reset] = useErrorBoundary();
  if (!error) return <>{children}</>;
  return (
    <Notice title="This page broke" text="Nothing you typed is lost. Try again, or reload the page.">
      <button type="button" class="btn" onClick={reset}>
        Try again
      </button>
      {/* A target makes it a real navigation: whatever broke is left behind. */}
      <a class="btn" href="/console/" target="_top">
        Start over
      </a>
    </Notice>
  );
}
