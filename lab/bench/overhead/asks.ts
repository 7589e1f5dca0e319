import { openSession, origin } from "../parley.ts";
import { inParallel, type Post, post, question } from "./load.ts";

/** Sessions opened at the same time; before the clock starts, so it need not be gentle. */
const openedAtOnce = 8;

/** Requests to a tenant, each on a session of its own that is opened before the clock starts. */
export interface Asks {
  /** Something new each. */
  fresh(count: number): Promise<Post[]>;
  /** What was answered just now. */
  repeats(count: number): Promise<Post[]>;
}

export function createAsks(api: string, tenantId: string): Asks {
  let asked = 0;
  const ask = async (count: number, contentOf: () => string) => {
    const sessions = await inParallel(Array(count).fill(0), openedAtOnce, () => openSession(api, tenantId));
    return sessions.map(({ token }) => question(api, token, { origin, content: contentOf() }));
  };
  return {
    fresh: (count) =>
      ask(count, () => {
        asked += 1;
        return `How do I repair kite model ${asked}?`;
      }),
    async repeats(count) {
      const [first, ...rest] = await ask(count + 1, () => "How do I wash a kite?");
      if (first) await post(first, "event: token");
      return rest;
    },
  };
}
