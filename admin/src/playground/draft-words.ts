import type { PlaygroundDraft } from "../../../protocol/playground.ts";

export function isEmptyDraft(draft: PlaygroundDraft): boolean {
  return draftWords(draft) === "";
}

/** What a draft has otherwise than is published, in a line; empty for nothing. */
export function draftWords({ guidance, tone, threshold, models, versions, sets }: PlaygroundDraft): string {
  const parts: string[] = [];
  if (guidance !== undefined) parts.push(guidance.trim() === "" ? "no guidance" : "different guidance");
  if (tone !== undefined) parts.push(tone.trim() === "" ? "no tone" : "different tone");
  if (threshold !== undefined) parts.push(`threshold ${threshold.toFixed(2)}`);
  if (models?.generate) parts.push(nameOf(models.generate));
  if (models?.grade) parts.push(`confidence rated by ${nameOf(models.grade)}`);
  if (models?.contextualize) parts.push(`questions understood by ${nameOf(models.contextualize)}`);
  const added = versions?.add?.length ?? 0;
  if (added > 0) parts.push(added === 1 ? "another version of a document" : `other versions of ${added} documents`);
  const left = versions?.leave_out?.length ?? 0;
  if (left > 0) parts.push(left === 1 ? "without a document" : `without ${left} documents`);
  if (sets !== undefined) parts.push(sets.length === 1 ? "one set only" : `${sets.length} sets only`);
  return parts.length === 0 ? "" : `With ${parts.join(", ")}`;
}

function nameOf({ provider, model }: { provider: string; model: string }): string {
  return model || (provider === "extractive" ? "the built-in answerer" : provider);
}
