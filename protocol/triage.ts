import { z } from "zod";
import { plainText } from "./requests.ts";

export const ticketPriorities = ["none", "low", "high", "urgent"] as const;
export const ticketPrioritySchema = z.enum(ticketPriorities);
export type TicketPriority = z.infer<typeof ticketPrioritySchema>;
/** The order of priorities. */
export const priorityNumbers: Record<TicketPriority, number> = { none: 0, low: 1, high: 2, urgent: 3 };

/** Colours with enough contrast in both themes; a free choice would not guarantee that. */
const labelColors = ["grey", "red", "orange", "yellow", "green", "teal", "blue", "purple", "pink"] as const;
export const labelColorSchema = z.enum(labelColors);
export type LabelColor = z.infer<typeof labelColorSchema>;

export const labelSchema = z.object({ id: z.string(), name: z.string(), color: labelColorSchema });
export type Label = z.infer<typeof labelSchema>;

/** Most labels of a tenant, and most labels of a ticket. */
export const maxLabels = 200;
export const maxTicketLabels = 20;
const name = plainText
  .max(60)
  .transform((value) => value.trim().replace(/\s+/g, " "))
  .refine((value) => value !== "", { message: "must not be empty" });
export const createLabelRequestSchema = z.strictObject({ name, color: labelColorSchema.optional() });
export const changeLabelRequestSchema = z
  .strictObject({ name: name.optional(), color: labelColorSchema.optional() })
  .refine((change) => change.name !== undefined || change.color !== undefined, {
    message: "must contain at least one change",
  });

/** Longest snooze, in days. */
export const maxSnoozeDays = 366;
/** Longest title of a ticket, in characters. */
const maxTitleChars = 120;
/** Most tickets in one bulk change. */
const maxBulkTickets = 100;

const change = {
  /** A member's id; null: unassigned. */
  assignee: plainText.min(1).max(100).nullable().optional(),
  priority: ticketPrioritySchema.optional(),
  add_labels: z.array(z.uuid()).max(maxTicketLabels).optional(),
  remove_labels: z.array(z.uuid()).max(maxTicketLabels).optional(),
  /** Hidden until this time or, with `visitor`, until the visitor writes; null: back at once. A message of the visitor ends both. */
  snooze: z
    .union([z.iso.datetime({ offset: true }), z.literal("visitor")])
    .nullable()
    .optional(),
};
const changesSomething = {
  check: (value: Record<string, unknown>) => Object.values(value).some((each) => each !== undefined),
  params: { message: "must contain at least one change" },
};
/** `PATCH tickets/:id`: assignee, priority, labels and snooze. */
export const changeTicketRequestSchema = z
  .strictObject({
    ...change,
    /** The agents' title of the ticket, in place of the visitor's first question. Visitors never see it. */
    title: plainText
      .max(maxTitleChars)
      .transform((value) => value.trim().replace(/\s+/g, " "))
      .refine((value) => value !== "", { message: "must not be empty" })
      .optional(),
  })
  .refine(changesSomething.check, changesSomething.params);
export type ChangeTicketRequest = z.infer<typeof changeTicketRequestSchema>;

/** `POST tickets/bulk`: the same change for several tickets; each one succeeds or reports its error. */
export const bulkRequestSchema = z.strictObject({
  ids: z.array(z.uuid()).min(1).max(maxBulkTickets),
  change: z
    .strictObject({
      ...change,
      /** Ends the tickets without a message. */
      resolve: z.literal(true).optional(),
      /** Ends them as spam. */
      spam: z.literal(true).optional(),
    })
    .refine(changesSomething.check, changesSomething.params),
});
export type BulkRequest = z.infer<typeof bulkRequestSchema>;
export const bulkResponseSchema = z.object({
  results: z.array(
    z.object({
      id: z.string(),
      ok: z.boolean(),
      error: z.object({ code: z.string(), message: z.string() }).optional(),
    }),
  ),
});
export type BulkResponse = z.infer<typeof bulkResponseSchema>;

/** The filter of a saved view: the parameters of `GET tickets`. */
export const savedFilterSchema = z.strictObject({
  view: plainText.max(40).optional(),
  q: plainText.max(200).optional(),
  status: plainText.max(40).optional(),
  assignee: plainText.max(100).optional(),
  priority: plainText.max(60).optional(),
  label: plainText.max(800).optional(),
  sort: plainText.max(20).optional(),
});
export type SavedFilter = z.infer<typeof savedFilterSchema>;
export const maxSavedViews = 100;
export const createViewRequestSchema = z.strictObject({
  name,
  filter: savedFilterSchema,
  /** Shared with the whole team; needs the manager role. */
  team: z.boolean().optional(),
});
/** `PATCH views/:id`: a new name or a new filter. */
export const changeViewRequestSchema = z
  .strictObject({ name: name.optional(), filter: savedFilterSchema.optional() })
  .refine(changesSomething.check, changesSomething.params);
export type ChangeViewRequest = z.infer<typeof changeViewRequestSchema>;
export const savedViewSchema = z.object({
  id: z.string(),
  name: z.string(),
  team: z.boolean(),
  filter: savedFilterSchema,
});
export type SavedView = z.infer<typeof savedViewSchema>;
