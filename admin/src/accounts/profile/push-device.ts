import type { MeResponse } from "../../../../protocol/admin.ts";
import type { TextStorage } from "../../ui/storage.ts";

type Owner = Pick<MeResponse, "id"> & { tenant: Pick<MeResponse["tenant"], "id"> };

/** The id under which the server notifies this browser for this person in this workspace. */
export interface PushDevice {
  get(): string | null;
  set(id: string): void;
  remove(): void;
}

export function pushDeviceOf(storage: TextStorage, { id, tenant }: Owner): PushDevice {
  const key = `parley-push:${id}:${tenant.id}`;
  return { get: () => storage.get(key), set: (device) => storage.set(key, device), remove: () => storage.remove(key) };
}
