import { readConfig } from "../../../server/core/config/config.ts";

/** The environment variables that the configuration reads. */
export function settingNames() {
  const names = new Set();
  const environment = new Proxy({}, { get: (_target, name) => void names.add(name), has: () => true });
  readConfig(environment);
  return names;
}
