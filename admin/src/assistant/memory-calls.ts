import type {
  MemoriesErased,
  Memory,
  MemoryChange,
  MemoryListResponse,
  NewMemory,
} from "../../../protocol/memories.ts";
import type { Ask } from "../ui/api-call.ts";
import { ApiError } from "../ui/api-error.ts";

/** The calls about what is remembered of visitors. */
export function memoryCalls(admin: Ask) {
  const of = (visitor: string) => `/visitors/${encodeURIComponent(visitor)}/memories`;
  const one = (id: string) => `/memories/${encodeURIComponent(id)}`;
  return {
    /** Null: there is no such visitor any more. */
    read: (visitor: string, signal?: AbortSignal) =>
      admin<MemoryListResponse>(of(visitor), { signal }).catch((cause: unknown) => {
        if (cause instanceof ApiError && cause.status === 404) return null;
        throw cause;
      }),
    add: (visitor: string, body: NewMemory) => admin<Memory>(of(visitor), { method: "POST", body }),
    change: (id: string, body: MemoryChange) => admin<Memory>(one(id), { method: "PATCH", body }),
    erase: (id: string) => admin<unknown>(one(id), { method: "DELETE" }),
    eraseAll: (visitor: string) => admin<MemoriesErased>(of(visitor), { method: "DELETE" }),
  };
}
