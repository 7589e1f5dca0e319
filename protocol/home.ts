import { z } from "zod";
import { plainText } from "./plain-text.ts";
import { weekDays } from "./week-days.ts";

/** What a first screen holds without scrolling on a phone. */
const maxLinks = 5;
const maxSpansPerDay = 4;
/** Two years of public holidays. */
const maxHolidays = 60;
/** Two weeks: what is expected later is no expectation. */
const maxAnswerMinutes = 20_160;

/** An address that may be pressed in the chat: the web, or a mail to write. */
const linkAddress = z
  .url({ protocol: /^(?:https?|mailto)$/, message: "must be a web address or a mailto link" })
  .max(2_000);
export const homeLinkSchema = z.strictObject({ label: plainText.trim().min(1).max(60), url: linkAddress });
export type HomeLink = z.infer<typeof homeLinkSchema>;

export const noticeSchema = z.strictObject({
  text: plainText.trim().min(1).max(300),
  link: homeLinkSchema.nullable().default(null),
  /** From then on nobody sees it; null: until it is taken away. */
  until: z.iso.datetime({ offset: true }).nullable().default(null),
});
export type Notice = z.infer<typeof noticeSchema>;

const time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, { message: "must be a time, for example 09:00" });
/** From one time of the clock to another; one that is not later is that of the next day. */
const spansSchema = z.array(z.strictObject({ from: time, to: time })).max(maxSpansPerDay);

/** When people are there. A day that is not named is closed, as are holidays: spans that begin on them are none. */
export const openingHoursSchema = z.strictObject({
  /** Name of a time zone as in the IANA's list. */
  zone: plainText.min(1).max(60),
  week: z.partialRecord(z.enum(weekDays), spansSchema),
  holidays: z.array(z.iso.date()).max(maxHolidays).default([]),
});
export type OpeningHours = z.infer<typeof openingHoursSchema>;

/** What a tenant says on the first screen of the chat. */
export const homeSettingsSchema = z.strictObject({
  links: z.array(homeLinkSchema).max(maxLinks),
  notice: noticeSchema.nullable(),
  hours: openingHoursSchema.nullable(),
  /** Minutes, within the opening hours, after which a person has mostly answered; null: nothing is promised. */
  answer_minutes: z.number().int().min(1).max(maxAnswerMinutes).nullable(),
  /** Says before the first answer that an AI answers; null: the chat's own sentence, in the visitor's language. */
  ai_notice: plainText.trim().min(1).max(200).nullable(),
});
export type HomeSettings = z.infer<typeof homeSettingsSchema>;

/** The same as a visitor is told it now. */
export const homeSchema = z.object({
  links: z.array(homeLinkSchema),
  notice: noticeSchema.nullable(),
  /** Whether people are there, and when that changes (ISO 8601; null: not within a year); null where no hours are set. */
  opening: z.object({ is_open: z.boolean(), changes_at: z.string().nullable() }).nullable(),
  answer_minutes: z.number().int().nullable(),
  ai_notice: z.string().nullable(),
});
export type Home = z.infer<typeof homeSchema>;
