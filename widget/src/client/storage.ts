/** What is kept between pages. */
export interface StoredSession {
  token: string;
  /** Whose session it is, if the site said so: another identity must not continue it. */
  identity?: string;
}

/** Keeps the session of one tenant: in the browser's storage where that is allowed, else for this page only. */
export interface SessionStore {
  read(): StoredSession | undefined;
  write(session: StoredSession): void;
  clear(): void;
}

/** Nothing is touched before the first call. */
export function createSessionStore(tenantId: string, storage: () => Storage = () => window.localStorage): SessionStore {
  const key = `parley:${tenantId}`;
  let memory: StoredSession | undefined;
  const attempt = <T>(work: (store: Storage) => T): T | undefined => {
    try {
      return work(storage());
    } catch {
      // Blocked, full or not there: the page's memory has to do.
      return undefined;
    }
  };
  return {
    read() {
      memory = parse(attempt((store) => store.getItem(key)) ?? null) ?? memory;
      return memory;
    },
    write(session) {
      memory = session;
      attempt((store) => store.setItem(key, JSON.stringify(session)));
    },
    clear() {
      memory = undefined;
      attempt((store) => store.removeItem(key));
    },
  };
}

function parse(text: string | null): StoredSession | undefined {
  if (text === null) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || !("token" in value) || typeof value.token !== "string")
      return undefined;
    const identity = "identity" in value && typeof value.identity === "string" ? value.identity : undefined;
    return { token: value.token, identity };
  } catch {
    return undefined;
  }
}
