import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { MeResponse } from "../../protocol/admin.ts";
import type { SessionStore } from "./accounts/session-store.ts";
import type { Workspace } from "./shell/workspace.ts";
import type { ThemeStore } from "./ui/theme-store.ts";

export interface AppServices {
  session: SessionStore;
  theme: ThemeStore;
}

export const AppContext = createContext<AppServices | null>(null);
export const WorkspaceContext = createContext<Workspace | null>(null);

export function useApp(): AppServices {
  const app = useContext(AppContext);
  if (!app) throw new Error("useApp outside of AppContext");
  return app;
}

/** The signed-in user's stores and services; only below the sign-in page. */
export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (!workspace) throw new Error("useWorkspace outside of WorkspaceContext");
  return workspace;
}

/** The signed-in user, kept current: the name or picture can change during the session. */
export function useMe(): MeResponse {
  const { session } = useApp();
  const { me } = useWorkspace();
  return session.state.value.type === "signed_in" ? session.state.value.me : me;
}
