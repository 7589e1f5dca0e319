import { z } from "zod";

/** What somebody of the team can be told of. */
export const noticeKinds = ["waiting", "mine", "mention", "overdue"] as const;
export type NoticeKind = (typeof noticeKinds)[number];

const ways = z.strictObject({
  waiting: z.boolean(),
  mine: z.boolean(),
  mention: z.boolean(),
  overdue: z.boolean(),
});

/** `GET /admin/me/notifications`: what the person wants to be told of, and how. */
export const noticeRulesSchema = z.strictObject({
  mail: ways,
  browser: ways,
  /** A mail each morning with what waits and what was done. */
  digest: z.boolean(),
});
export type NoticeRules = z.infer<typeof noticeRulesSchema>;

/** False in `has_mail`: this installation sends no mail. */
export const noticeRulesResponseSchema = noticeRulesSchema.extend({ has_mail: z.boolean() });
export type NoticeRulesResponse = z.infer<typeof noticeRulesResponseSchema>;

export const changeNoticeRulesRequestSchema = z.strictObject({
  mail: ways.partial().optional(),
  browser: ways.partial().optional(),
  digest: z.boolean().optional(),
});
export type ChangeNoticeRulesRequest = z.infer<typeof changeNoticeRulesRequestSchema>;
