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

/** Longest address of a push service, in characters. Those of the large browsers have about 200. */
const maxEndpoint = 2_000;
const base64url = z.string().regex(/^[\w-]{1,200}$/);

/** `GET /admin/me/push`: the key that a browser subscribes with, in base64url (RFC 8292). */
export const pushKeyResponseSchema = z.strictObject({ push_key: z.string() });

/** A browser's push subscription, as `PushSubscription.toJSON()` prints it, and the key that it was made with. */
export const savePushDeviceRequestSchema = z.strictObject({
  endpoint: z.url({ protocol: /^https?$/ }).max(maxEndpoint),
  keys: z.strictObject({ p256dh: base64url, auth: base64url }),
  push_key: base64url,
});
export type SavePushDeviceRequest = z.infer<typeof savePushDeviceRequestSchema>;

export const pushDeviceResponseSchema = z.strictObject({ id: z.uuid() });

/** Content of a notification on a device; the service worker shows it. */
export const pushMessageSchema = z.strictObject({
  title: z.string(),
  body: z.string(),
  /** A later notification with the same tag replaces this one. */
  tag: z.string(),
  /** Path of the console page that it opens. */
  path: z.string(),
});
export type PushMessage = z.infer<typeof pushMessageSchema>;
