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

/** What the signed-in person works with; only below the sign-in gate. */
export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (!workspace) throw new Error("useWorkspace outside of WorkspaceContext");
  return workspace;
}

/** The signed-in person as they are now: a name or picture changes while they work. */
export function useMe(): MeResponse {
  const { session } = useApp();
  const { me } = useWorkspace();
  return session.state.value.type === "signed_in" ? session.state.value.me : me;
}
