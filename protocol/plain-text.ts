import { z } from "zod";

/**
 * Text that Postgres, JSON and the model all accept: no NUL and no lone surrogates. A byte order mark in front, which editors put
 * there and nobody sees, is no text: it goes before anything is stored or compared, for the embedded database would give the text
 * back without it. Anywhere else it stays.
 */
export const plainText = z
  .string()
  .overwrite((value) => value.replace(/^\ufeff+/, ""))
  .refine((value) => !value.includes("\u0000") && value.isWellFormed(), {
    message: "must not contain NUL or unpaired surrogate characters",
  });
