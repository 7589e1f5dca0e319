/** The part of `localStorage` that the console uses. */
export interface TextStorage {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  keys(): string[];
}

/** Browser storage, or memory when it is blocked or full. */
export function browserStorage(): TextStorage {
  const memory = memoryStorage();
  const attempt = <T>(work: () => T, otherwise: () => T): T => {
    try {
      return work();
    } catch {
      return otherwise();
    }
  };
  return {
    get: (key) =>
      attempt(
        () => localStorage.getItem(key),
        () => null,
      ) ?? memory.get(key),
    set(key, value) {
      memory.set(key, value);
      attempt(
        () => localStorage.setItem(key, value),
        () => undefined,
      );
    },
    remove(key) {
      memory.remove(key);
      attempt(
        () => localStorage.removeItem(key),
        () => undefined,
      );
    },
    keys: () =>
      attempt(
        () => Object.keys(localStorage),
        () => memory.keys(),
      ),
  };
}

export function memoryStorage(): TextStorage {
  const values = new Map<string, string>();
  return {
    get: (key) => values.get(key) ?? null,
    set: (key, value) => void values.set(key, value),
    remove: (key) => void values.delete(key),
    keys: () => [...values.keys()],
  };
}
