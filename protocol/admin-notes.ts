import { z } from "zod";
import { plainText } from "./requests.ts";

/** Longest note, in characters. */
export const maxNoteChars = 8_000;
/** Most colleagues that one note may mention. */
const maxMentions = 20;

const personRefSchema = z.object({ id: z.string(), name: z.string() });

/** A team member's note on a ticket for the team. Visitors, the assistant and e-mails never receive it. */
export const ticketNoteSchema = z.object({
  id: z.string(),
  author: personRefSchema,
  content: z.string(),
  mentions: z.array(personRefSchema),
  created_at: z.string(),
});
export type TicketNote = z.infer<typeof ticketNoteSchema>;

/** `POST tickets/{id}/notes`. A request with a known id changes nothing. */
export const noteRequestSchema = z.strictObject({
  note_id: z.uuid().optional(),
  content: plainText.max(maxNoteChars).refine((value) => value.trim() !== "", { message: "must not be empty" }),
  /** Ids of colleagues. */
  mentions: z.array(z.uuid()).max(maxMentions).default([]),
});

/** A note that mentions the caller and that the caller has not seen. */
export const mentionSchema = z.object({
  note_id: z.string(),
  ticket: z.object({ id: z.string(), number: z.number().int(), subject: z.string() }),
  author: personRefSchema,
  /** The beginning of the note. */
  content: z.string(),
  created_at: z.string(),
});
export type Mention = z.infer<typeof mentionSchema>;
export const mentionsResponseSchema = z.object({ items: z.array(mentionSchema) });

/** A team member who can be mentioned in a note. */
export type Colleague = z.infer<typeof personRefSchema>;
