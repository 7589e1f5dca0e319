import { z } from "zod";

/**
 * Text that PostgreSQL, JSON and the model all accept: no NUL and no lone surrogates. A byte order mark at the start is invisible and comes
 * from editors. It is removed before anything is stored or compared, because the embedded database would return the text without it.
 * Elsewhere it stays.
 */
export const plainText = z
  .string()
  .overwrite((value) => value.replace(/^\ufeff+/, ""))
  .refine((value) => !value.includes("\u0000") && value.isWellFormed(), {
    message: "must not contain NUL or unpaired surrogate characters",
  });
