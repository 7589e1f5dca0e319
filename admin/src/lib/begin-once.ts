import { ApiError } from "../api-error.ts";

/**
 * Sends to what is there already, or begins it for what is sent first: once, also where that could not be sent then and is tried again.
 * @param begin resolves to its id.
 */
export function beginOnce(begin: () => Promise<string>) {
  let begun: string | null = null;
  return async <T>(id: string | null, send: (id: string) => Promise<T>): Promise<T> => {
    if (id !== null) return send(id);
    begun ??= await begin();
    try {
      const sent = await send(begun);
      begun = null;
      return sent;
    } catch (cause) {
      // It was deleted in the meantime.
      if (cause instanceof ApiError && cause.code === "not_found") begun = null;
      throw cause;
    }
  };
}
