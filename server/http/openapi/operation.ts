import type { z } from "zod";
import type { Method } from "../routes.ts";

/** One line of the API's table: what a route takes and gives. */
export interface Operation {
  method: Method;
  /** In Express' notation; `:id` becomes `{id}`. */
  path: string;
  summary: string;
  tag: "chat" | "sign-in" | "desk" | "library" | "settings" | "people" | "webhooks" | "service";
  auth: "none" | "visitor" | "agent";
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Fields beside the files, where the address takes `multipart/form-data`; beside a body, or as the only form. */
  upload?: z.ZodObject;
  /** Status of success, 200 unless said. */
  status?: number;
  /** JSON of the answer; `stream` for server-sent events whose data is this. */
  answer?: z.ZodType;
  stream?: z.ZodType;
  /** The answer is a file. */
  bytes?: boolean;
}
