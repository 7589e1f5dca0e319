import { z } from "zod";
import type { LiveHub } from "../../core/live/hub.ts";
import { type Logger, logLevelsOf, setLogLevels } from "../../core/log.ts";
import { readLogLevels, writeLogLevels } from "../../core/log-levels.ts";

/** All processes of the installation listen on this topic. */
const topic = "parley:log-levels";
const wishSchema = z.object({ levels: z.string().max(1_000), minutes: z.number().min(0).max(1_440) });

/** Present log levels of this process. */
export interface LogState {
  levels: string;
  loggers: string[];
}

/** Applies log levels from the topic and restores the usual ones after the requested time. Returns a function that stops it. */
export function followLogLevels(hub: LiveHub, log: Logger): () => Promise<void> {
  const usual = logLevelsOf(log);
  let back: NodeJS.Timeout | undefined;
  // Not awaited, because a server also starts without Redis.
  const listening = hub.listen(topic, (payload) => {
    const wish = wishSchema.safeParse(parsed(payload));
    const levels = wish.success ? readLogLevels(wish.data.levels, logLevelsOf(log)) : undefined;
    if (!wish.success || !levels) return;
    clearTimeout(back);
    setLogLevels(log, levels);
    log.warn({ levels: writeLogLevels(levels), minutes: wish.data.minutes }, "Log levels changed");
    if (wish.data.minutes > 0) back = setTimeout(() => setLogLevels(log, usual), wish.data.minutes * 60_000).unref();
  });
  listening.catch(() => {});
  return async () => {
    clearTimeout(back);
    // The hub closes its connections itself.
    void listening.then((listener) => listener.close()).catch(() => {});
  };
}

/** Sends log levels to every process of the installation. @param minutes time until the start values return; 0 for never. */
export function publishLogLevels(hub: LiveHub, wish: z.infer<typeof wishSchema>): Promise<void> {
  return hub.notify(topic, JSON.stringify(wish));
}

export function logStateOf(log: Logger): LogState {
  const { names, ...levels } = logLevelsOf(log);
  return { levels: writeLogLevels(levels), loggers: names };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
