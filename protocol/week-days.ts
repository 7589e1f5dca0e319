/** Days of the week in ISO 8601 order. Kept free of zod, so that screens can import it. */
export const weekDays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
