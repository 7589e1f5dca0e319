import type { Api } from "../api.ts";

/** A page's store for one session, created when the page is first opened. Another session has another `api`. */
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
