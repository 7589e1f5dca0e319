import type { Webhook } from "../../protocol/admin-webhooks.ts";
import type { LabelColor } from "../../protocol/triage.ts";
import type { Generated } from "./column-types.ts";
import type { Tables } from "./tables.ts";

/** Text columns whose values the server decides, where no check in the database lists them. */
interface NarrowColumns {
  labels: { color: Generated<LabelColor> };
  webhooks: { ended_by: Webhook["ended_by"] };
}

/** The columns of this list exist: a renamed one is a compile error. */
type Existing<
  Narrow extends {
    [T in keyof Narrow]: T extends keyof Tables
      ? { [C in keyof Narrow[T]]: C extends keyof Tables[T] ? unknown : never }
      : never;
  },
> = Narrow;

export type NarrowTables = {
  [T in keyof Tables]: T extends keyof Existing<NarrowColumns>
    ? Omit<Tables[T], keyof NarrowColumns[T]> & NarrowColumns[T]
    : Tables[T];
};
