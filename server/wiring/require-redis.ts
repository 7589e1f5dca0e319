import { type Config, ConfigError } from "../core/config/config.ts";
import { connectionProblem } from "../core/connection-problem.ts";
import { describeMissingRights, findMissingRights, isRefusedUser, rightsLine } from "../core/live/redis-rights.ts";

/**
 * Tries with real commands whether the Redis user has the rights that Parley needs. A Redis that does not respond now does not prevent the
 * start.
 * @throws ConfigError with the missing rights and the command that grants them
 */
export async function requireRedis({ redisUrl }: Pick<Config, "redisUrl">): Promise<void> {
  if (redisUrl === undefined) return;
  const missing = await findMissingRights(redisUrl).catch((error: unknown) => {
    if (isRefusedUser(error))
      throw new ConfigError(`Redis rejects the user or password in REDIS_URL (${String(error)}). Correct REDIS_URL.`);
    const problem = connectionProblem(error, "REDIS_URL");
    if (problem && (error as { code?: string }).code !== "ENOTFOUND")
      throw new ConfigError(`Parley cannot start: ${problem}`);
    return null;
  });
  if (missing)
    throw new ConfigError(
      `${describeMissingRights(missing)} Ask a Redis administrator to run this, then start Parley again:\n  ${rightsLine(missing.user)}`,
    );
}
