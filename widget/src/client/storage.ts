/** Data that is kept between pages, for all tabs. */
export interface StoredSession {
  token: string;
  /** Identity of the session's visitor, if the site named one: another identity must not continue the session. */
  identity?: string;
  /** Id of the session's ticket. Tabs compare it to see whether they show the same one. */
  ticket?: string;
  /** An answer is expected or unread: the next page follows the feed without being asked. The loader reads this field. */
  follow?: boolean;
  /** Id of the newest message that was on the screen. */
  seen?: string;
  /** Thumbs by message. */
  rated?: Record<string, "up" | "down">;
}

/** Stores the session of one tenant: in the browser's storage where that is allowed, else for this page only. */
export interface SessionStore {
  read(): StoredSession | undefined;
  write(session: StoredSession): void;
  /** Changes fields of the stored session; does nothing when there is none. */
  update(patch: Partial<StoredSession>): void;
  clear(): void;
}

/** Name of the entry in both kinds of storage. The loader uses it too. */
export function entryName(tenantId: string): string {
  return `parley:${tenantId}`;
}

/** The storage is not accessed before the first call. */
export function createSessionStore(tenantId: string, storage: () => Storage = () => window.localStorage): SessionStore {
  const entry = createEntry(entryName(tenantId), storage, toSession);
  return {
    ...entry,
    update(patch) {
      const before = entry.read();
      if (!before) return;
      const after = { ...before, ...patch };
      if (JSON.stringify(after) !== JSON.stringify(before)) entry.write(after);
    },
  };
}

/** One entry of a storage that may be blocked or full. Then the value is kept in the page's memory. */
export function createEntry<T>(key: string, storage: () => Storage, parse: (value: object) => T | undefined) {
  let memory: T | undefined;
  const attempt = <R>(work: (store: Storage) => R): R | undefined => {
    try {
      return work(storage());
    } catch {
      return undefined;
    }
  };
  return {
    read(): T | undefined {
      const text = attempt((store) => store.getItem(key));
      // A caught error costs more time than the rest of this function.
      if (text) memory = parseJson(text, parse) ?? memory;
      return memory;
    },
    write(value: T): void {
      memory = value;
      attempt((store) => store.setItem(key, JSON.stringify(value)));
    },
    clear(): void {
      memory = undefined;
      attempt((store) => store.removeItem(key));
    },
  };
}

function parseJson<T>(text: string, parse: (value: object) => T | undefined): T | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? parse(value) : undefined;
  } catch {
    return undefined;
  }
}

/** The page's own scripts can write there too: only values of the right form count. */
function toSession(value: Partial<Record<keyof StoredSession, unknown>>): StoredSession | undefined {
  const { token, rated, follow } = value;
  if (typeof token !== "string") return undefined;
  const text = (name: "identity" | "ticket" | "seen") => (typeof value[name] === "string" ? value[name] : undefined);
  const thumbs = Object.entries(rated ?? {}).filter(([, thumb]) => thumb === "up" || thumb === "down");
  return {
    token,
    identity: text("identity"),
    ticket: text("ticket"),
    seen: text("seen"),
    ...(follow === true ? { follow } : {}),
    ...(thumbs.length > 0 ? { rated: Object.fromEntries(thumbs) } : {}),
  };
}
