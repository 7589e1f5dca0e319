/** Days of the week, in the order of ISO 8601. No schema stands here, so that the screens can read it. */
export const weekDays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
