import { z } from "zod";
import { plainText } from "./plain-text.ts";
import { weekDays } from "./week-days.ts";

/** As much as fits on a phone's first screen without scrolling. */
const maxLinks = 5;
const maxSpansPerDay = 4;
/** Enough for two years of public holidays. */
const maxHolidays = 60;
/** Two weeks: a longer reply time promises nothing. */
const maxAnswerMinutes = 20_160;

/** The address of a link in the chat: a web page or an e-mail. */
const linkAddress = z
  .url({ protocol: /^(?:https?|mailto)$/, message: "must be a web address or a mailto link" })
  .max(2_000);
export const homeLinkSchema = z.strictObject({ label: plainText.trim().min(1).max(60), url: linkAddress });
export type HomeLink = z.infer<typeof homeLinkSchema>;

export const noticeSchema = z.strictObject({
  text: plainText.trim().min(1).max(300),
  link: homeLinkSchema.nullable().default(null),
  /** Time after which it is hidden; null: until it is removed. */
  until: z.iso.datetime({ offset: true }).nullable().default(null),
});
export type Notice = z.infer<typeof noticeSchema>;

const time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, { message: "must be a time, for example 09:00" });
/** From one time of day to another. An end that is not later than the start is on the next day. */
const spansSchema = z.array(z.strictObject({ from: time, to: time })).max(maxSpansPerDay);

/** The team's opening hours. Days that are missing are closed, and so are holidays: spans that begin on a holiday do not count. */
export const openingHoursSchema = z.strictObject({
  /** Time zone name from the IANA list. */
  zone: plainText.min(1).max(60),
  week: z.partialRecord(z.enum(weekDays), spansSchema),
  holidays: z.array(z.iso.date()).max(maxHolidays).default([]),
});
export type OpeningHours = z.infer<typeof openingHoursSchema>;

/** The tenant's content for the first screen of the chat. */
export const homeSettingsSchema = z.strictObject({
  links: z.array(homeLinkSchema).max(maxLinks),
  notice: noticeSchema.nullable(),
  hours: openingHoursSchema.nullable(),
  /** Usual reply time of the team in minutes, within the opening hours; null: none is promised. */
  answer_minutes: z.number().int().min(1).max(maxAnswerMinutes).nullable(),
  /** Says before the first answer that an AI answers; null: the chat's own sentence, in the visitor's language. */
  ai_notice: plainText.trim().min(1).max(200).nullable(),
});
export type HomeSettings = z.infer<typeof homeSettingsSchema>;

/** The first screen's content for a visitor at this moment. */
export const homeSchema = z.object({
  links: z.array(homeLinkSchema),
  notice: noticeSchema.nullable(),
  /** Whether the team is available, and when that changes (ISO 8601; null: not within a year); null without opening hours. */
  opening: z.object({ is_open: z.boolean(), changes_at: z.string().nullable() }).nullable(),
  answer_minutes: z.number().int().nullable(),
  ai_notice: z.string().nullable(),
});
export type Home = z.infer<typeof homeSchema>;
