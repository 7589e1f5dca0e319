import { render } from "preact";
import { createSessionStore } from "./accounts/session-store.ts";
import { restoreInvitation } from "./accounts/sign-in/sign-in-ways.tsx";
import { createApi } from "./api.ts";
import { App } from "./app.tsx";
import { AppContext } from "./app-context.ts";
import { hearTabs } from "./ui/other-tabs.ts";
import { browserStorage } from "./ui/storage.ts";
import { createThemeStore } from "./ui/theme-store.ts";
import "./styles.css";

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
