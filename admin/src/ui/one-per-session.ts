import type { Api } from "../api.ts";

/** The store of a page for one session, made when the page is opened for the first time. Another session has another `api`. */
export function onePerSession<Store>(create: (api: Api) => Store): (api: Api) => Store {
  const stores = new WeakMap<Api, Store>();
  return (api) => {
    const known = stores.get(api);
    if (known) return known;
    const made = create(api);
    stores.set(api, made);
    return made;
  };
}
