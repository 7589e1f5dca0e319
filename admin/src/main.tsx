import { render } from "preact";
import { createApi } from "./api.ts";
import { App } from "./app.tsx";
import { AppContext } from "./app-context.ts";
import { hearTabs } from "./lib/other-tabs.ts";
import { browserStorage } from "./lib/storage.ts";
import { restoreInvitation } from "./people/kept-invitation.ts";
import { createSessionStore } from "./stores/session-store.ts";
import { createThemeStore } from "./stores/theme-store.ts";
import "./styles/index.css";

restoreInvitation();
const storage = browserStorage();
const theme = createThemeStore(storage, document.documentElement);
const api = createApi({
  onUnauthorized: () => session.expire(),
  onTenantChanged: () => session.move(),
  onSuspended: () => session.suspend(),
});
const session = createSessionStore(api);
hearTabs((tenantId) => session.move(tenantId));
const root = document.getElementById("app");

if (root) {
  render(
    <AppContext.Provider value={{ session, theme }}>
      <App api={api} storage={storage} />
    </AppContext.Provider>,
    root,
  );
  void session.check();
}
