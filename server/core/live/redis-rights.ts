import type { Redis } from "ioredis";
import { overOwnConnection } from "./redis-connections.ts";

/** A tenant id that does not exist: a tenant's keys and channels contain its id. */
const nobody = "00000000-0000-0000-0000-000000000000";
/** An argument that every command accepts; only the permission matters, not whether the command succeeds. */
const one = "1";

/** A test key for each use, by the pattern that a rule would have. */
const keys: Record<string, string> = {
  "parley:cache:*": `parley:cache:{${nobody}}:probe`,
  "parley:rate:*": "parley:rate:probe",
  "parley:stream-ticket:*": "parley:stream-ticket:probe",
  "parley:<tenant>:*": `parley:${nobody}:ticket:probe`,
  "parley:queue:*": "parley:queue:probe:probe",
};
/** A test channel for each use. */
const channels: Record<string, string> = {
  "parley:hub:*": "parley:hub:probe",
  "parley:<tenant>:*": `parley:${nobody}:probe`,
  "parley:log-levels": "parley:log-levels",
};
const key = "parley:queue:probe:probe";
const sha = "0".repeat(40);

/** Every command that Parley and its job queue send, scripts included, on unused keys. */
const commands: string[][] = [
  ["ping"],
  ["eval", "return 1", "0"],
  ["evalsha", sha, "0"],
  ...["exists", "type", "pttl", "persist", "get", "getdel", "incr"].map((name) => [name, key]),
  ...["incrby", "expire", "pexpire", "pexpireat"].map((name) => [name, key, one]),
  ["set", key, one, "PX", "1000"],
  ["rename", key, key],
  ["time"],
  ["scan", "0", "MATCH", key],
  ...["hgetall", "hlen", "llen", "lpop", "rpop", "smembers", "scard", "zcard", "zpopmin", "xlen"].map((name) => [
    name,
    key,
  ]),
  ...["hget", "hmget", "hdel", "hexists", "sadd", "srem", "sismember", "zrem", "zscore", "lpos", "lindex"].map(
    (name) => [name, key, one],
  ),
  ...["lpush", "rpush"].map((name) => [name, key, one]),
  ...["hset", "hmset", "hsetnx", "hincrby", "zadd"].map((name) => [name, key, one, one]),
  ...["lrange", "lrem", "lset", "ltrim"].map((name) => [name, key, "0", "0"]),
  ["rpoplpush", key, key],
  ...["zrange", "zrevrange", "zcount", "zremrangebyrank", "zrangebyscore", "zrevrangebyscore", "zremrangebyscore"].map(
    (name) => [name, key, "0", "0"],
  ),
  ...["zrangebylex", "zlexcount"].map((name) => [name, key, "-", "+"]),
  ["xadd", key, "*", "e", one],
  ["xrange", key, "-", "+"],
  ["xrevrange", key, "+", "-"],
  ["xdel", key, "0-1"],
  ["xtrim", key, "MAXLEN", "0"],
  ["bzpopmin", key, "0.001"],
  ["publish", "parley:log-levels", ""],
];

/** Rights that a Redis user needs and lacks. All empty: nothing is missing. */
export interface MissingRights {
  user: string;
  commands: string[];
  /** Key patterns. */
  keys: string[];
  /** Channel patterns. */
  channels: string[];
}

/**
 * Tests everything that Parley does with Redis on unused keys and channels, over its own connection.
 * @returns null when nothing is missing
 * @throws when Redis does not respond or does not know the user
 */
export function findMissingRights(url: string): Promise<MissingRights | null> {
  return overOwnConnection(url, tryAll);
}

async function tryAll(redis: Redis): Promise<MissingRights | null> {
  const missing = { commands: new Set<string>(), keys: new Set<string>(), channels: new Set<string>() };
  const attempt = async (kind: keyof typeof missing, what: string, [name = "", ...args]: string[]) => {
    const refusal = await refusalOf(redis.call(name, ...args));
    if (refusal === "commands" || refusal === kind) missing[refusal].add(refusal === "commands" ? name : what);
  };
  await Promise.all([
    ...(redis.options.db ? [attempt("commands", "", ["select", String(redis.options.db)])] : []),
    ...commands.map((command) => attempt("commands", "", command)),
    ...Object.entries(keys).flatMap(([pattern, name]) =>
      [
        ["set", name, one, "PX", "1000"],
        ["get", name],
        ["unlink", name],
        ["del", name],
      ].map((command) => attempt("keys", pattern, command)),
    ),
    ...Object.entries(channels).map(([pattern, name]) => attempt("channels", pattern, ["publish", name, ""])),
  ]);
  // Last, and one by one: a connection that subscribes can do nothing else, and one refused channel refuses them all.
  for (const [pattern, name] of Object.entries(channels)) {
    const refusal = await refusalOf(redis.subscribe(name));
    if (refusal === "commands") missing.commands.add("subscribe");
    if (refusal === "channels") missing.channels.add(pattern);
  }
  if (missing.commands.size + missing.keys.size + missing.channels.size === 0) return null;
  return {
    user: redis.options.username || "default",
    commands: [...missing.commands],
    keys: [...missing.keys],
    channels: [...missing.channels],
  };
}

/**
 * Whether Redis refused because of a missing right, and which one: it checks the command first, then keys, then channels.
 * @throws when there was no response: the rights are unknown then
 */
async function refusalOf(asked: Promise<unknown>): Promise<"commands" | "keys" | "channels" | null> {
  try {
    await asked;
    return null;
  } catch (error) {
    const text = error instanceof Error ? error.message : "";
    if (!/^[A-Z]+ /.test(text)) throw error;
    if (!text.startsWith("NOPERM")) return null;
    if (/\bchannels?\b/.test(text)) return "channels";
    return /\bcommand\b/.test(text) ? "commands" : "keys";
  }
}

/** Names of all commands that a Redis user must be allowed to run. */
export const neededCommands = [
  ...new Set([...commands.map(([name = ""]) => name), "unlink", "del", "subscribe", "unsubscribe"]),
];

/** The missing rights as a sentence. */
export function describeMissingRights({ user, commands, keys, channels }: MissingRights): string {
  const parts = [
    ...(commands.length > 0 ? [`may not run ${commands.join(", ")}`] : []),
    ...(keys.length > 0 ? [`may not access the keys ${keys.join(", ")}`] : []),
    ...(channels.length > 0 ? [`may not access the channels ${channels.join(", ")}`] : []),
  ];
  return `The Redis user "${user}" ${parts.join("; ")}.`;
}

/** The command that its administrator must run: gives a user all rights that Parley needs, and INFO for `parley doctor`. */
export function rightsLine(user: string): string {
  return `ACL SETUSER ${user} ~parley:* &parley:* +@all -@admin -@dangerous +info`;
}

/** True when Redis rejects the user or the password: waiting does not help. */
export function isRefusedUser(error: unknown): boolean {
  return error instanceof Error && /^(?:WRONGPASS|NOAUTH|NOPERM)\b|invalid (?:username-)?password/i.test(error.message);
}
