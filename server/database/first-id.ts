/** The smallest UUIDv7 of a moment: row ids are in chronological order. */
export function firstIdOf(moment: Date): string {
  const hex = moment.getTime().toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
