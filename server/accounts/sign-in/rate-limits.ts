import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "../../core/errors.ts";

/** What is counted, per what, and how often it may happen. 0 points: as often as one likes. */
export interface RateRule {
  points: number;
  seconds: number;
}

/** Calls a minute that can be set from outside; 0 switches a kind off. */
export interface RateSettings {
  /** New sessions of one address. */
  inits: number;
  /** Messages of one session. */
  messages: number;
  /** Other calls of one session. */
  calls: number;
}

/** Many visitors share an office's address, and a tenant has many visitors: their limits are multiples of the settings. */
const perTenantInits = 4;
const perAddressMessages = 10;
const perTenantMessages = 50;
/** Looking at a file costs more than a message, and one message has several. */
const uploadsPerMessage = 0.5;
const perAddressCalls = 6;

/** The rules that a few settings stand for. */
export function rateRules({ inits, messages, calls }: RateSettings): RateRules {
  const minute = (points: number) => ({ points, seconds: 60 });
  return {
    ...defaultRateRules,
    init_address: minute(inits),
    init_tenant: minute(inits * perTenantInits),
    message_ticket: minute(messages),
    message_address: minute(messages * perAddressMessages),
    message_tenant: minute(messages * perTenantMessages),
    upload_ticket: minute(Math.ceil(messages * uploadsPerMessage)),
    upload_address: minute(Math.ceil(messages * uploadsPerMessage) * perAddressMessages),
    upload_tenant: minute(Math.ceil(messages * uploadsPerMessage) * perTenantMessages),
    chat_ticket: minute(calls),
    chat_address: minute(calls * perAddressCalls),
    preflight_address: minute(calls * perAddressCalls),
  };
}

export const defaultRateRules = {
  /** New sessions: a shop behind one office address still gets through. */
  init_address: { points: 300, seconds: 60 },
  init_tenant: { points: 1_200, seconds: 60 },
  /** Messages: nobody types faster, a script does. */
  message_ticket: { points: 60, seconds: 60 },
  message_address: { points: 600, seconds: 60 },
  message_tenant: { points: 3_000, seconds: 60 },
  /** Files. */
  upload_ticket: { points: 30, seconds: 60 },
  upload_address: { points: 300, seconds: 60 },
  upload_tenant: { points: 1_500, seconds: 60 },
  /** Everything else a widget asks. */
  chat_ticket: { points: 300, seconds: 60 },
  chat_address: { points: 1_800, seconds: 60 },
  preflight_address: { points: 1_800, seconds: 60 },
  /** Mail that visitors have sent, besides what `server/mail` allows a ticket, a visitor and a recipient. */
  transcript_address: { points: 10, seconds: 3_600 },
  transcript_tenant: { points: 300, seconds: 3_600 },
  /** Mails that come in: of the provider that hands them over, into one tenant and into one ticket; and wrong secrets. */
  inbound_address: { points: 1_200, seconds: 60 },
  inbound_tenant: { points: 300, seconds: 60 },
  inbound_ticket: { points: 60, seconds: 3_600 },
  inbound_refused: { points: 60, seconds: 60 },
  /** Passwords are guessed from one address over many accounts, or on one account. */
  sign_in_address: { points: 30, seconds: 60 },
  sign_in_account: { points: 10, seconds: 300 },
  /** Codes of the second step; the library counts wrong ones by account as well. */
  second_step_address: { points: 30, seconds: 60 },
  /** A password that is asked for again. */
  password_person: { points: 10, seconds: 300 },
  /** Links out of mails, and wishes for one. */
  link_address: { points: 30, seconds: 60 },
  reset_address: { points: 10, seconds: 3_600 },
  reset_account: { points: 3, seconds: 3_600 },
  /** Invitations cause mail to strangers. */
  invite_tenant: { points: 100, seconds: 3_600 },
  /** Agents' signs of writing: one in two seconds while keys are pressed, in a few tickets. */
  typing_caller: { points: 60, seconds: 60 },
  /** Answers that somebody tries out: each is a question to the models. */
  try_caller: { points: 20, seconds: 60 },
  /** What agents have done for an answer of theirs: checked, translated, summed up. A long thread is translated message by message. */
  aid_caller: { points: 120, seconds: 60 },
  /** What would go into a message to the copilot while it is typed: each is a search. */
  preview_caller: { points: 150, seconds: 60 },
  /** Looks at a customer's page or at the installation: each fetches, opens a stream, or asks a model. */
  check_tenant: { points: 30, seconds: 300 },
  /** By credential that was good before. */
  admin_caller: { points: 1_200, seconds: 60 },
  /** By address, with credentials that this process has not found to be good: each is looked up. An office signs in at once in the morning. */
  admin_unknown: { points: 300, seconds: 60 },
  admin_refused: { points: 60, seconds: 60 },
} as const satisfies Record<string, RateRule>;

export type RateRuleName = keyof typeof defaultRateRules;
export type RateRules = Record<RateRuleName, RateRule>;

/** Counts calls; throws `rate_limited` with the seconds to wait once a rule is used up. */
export interface RateLimits {
  take(rule: RateRuleName, key: string): Promise<void>;
}

/** For one process: counts in its memory. */
export function createMemoryRateLimits(rules: RateRules = defaultRateRules): RateLimits {
  const limiters = build(
    rules,
    (name, rule) => new RateLimiterMemory({ keyPrefix: name, points: rule.points, duration: rule.seconds }),
  );
  return { take: (rule, key) => take(limiters[rule], key) };
}

/** For many processes: counts in Redis; while Redis is away each process counts for itself. */
export function createRedisRateLimits(redis: unknown, rules: RateRules = defaultRateRules): RateLimits {
  const limiters = build(
    rules,
    (name, rule) =>
      new RateLimiterRedis({
        storeClient: redis,
        keyPrefix: `parley:rate:${name}`,
        points: rule.points,
        duration: rule.seconds,
        insuranceLimiter: new RateLimiterMemory({ keyPrefix: name, points: rule.points, duration: rule.seconds }),
      }),
  );
  return { take: (rule, key) => take(limiters[rule], key) };
}

type Limiter = RateLimiterMemory | RateLimiterRedis;
type Limiters = Record<RateRuleName, Limiter | null>;

function build(rules: RateRules, make: (name: string, rule: RateRule) => Limiter): Limiters {
  const entries = Object.entries(rules).map(([name, rule]) => [name, rule.points > 0 ? make(name, rule) : null]);
  // The keys of `rules` are exactly the rule names.
  return Object.fromEntries(entries) as Limiters;
}

async function take(limiter: Limiter | null, key: string): Promise<void> {
  if (limiter === null) return;
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw new AppError("rate_limited", "Too many requests. Wait a moment and try again.", {
      retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)),
    });
  }
}
