import { z } from "zod";

/** Events that a team member can be notified of. */
export const noticeKinds = ["waiting", "mine", "mention", "overdue"] as const;
export type NoticeKind = (typeof noticeKinds)[number];

const ways = z.strictObject({
  waiting: z.boolean(),
  mine: z.boolean(),
  mention: z.boolean(),
  overdue: z.boolean(),
});

/** `GET /admin/me/notifications`: the person's notifications, by event and way. */
export const noticeRulesSchema = z.strictObject({
  mail: ways,
  browser: ways,
  /** A daily e-mail in the morning with waiting and finished work. */
  digest: z.boolean(),
});
export type NoticeRules = z.infer<typeof noticeRulesSchema>;

/** `has_mail` is false when this installation sends no e-mail. */
export const noticeRulesResponseSchema = noticeRulesSchema.extend({ has_mail: z.boolean() });
export type NoticeRulesResponse = z.infer<typeof noticeRulesResponseSchema>;

export const changeNoticeRulesRequestSchema = z.strictObject({
  mail: ways.partial().optional(),
  browser: ways.partial().optional(),
  digest: z.boolean().optional(),
});
export type ChangeNoticeRulesRequest = z.infer<typeof changeNoticeRulesRequestSchema>;
