import { expect, it } from "vitest";
import type { CopilotDocument } from "../../../protocol/copilot.ts";
import { documentIdSchema } from "../../../protocol/ids.ts";
import { newId } from "../../ids.ts";
import { readWords } from "../../workspace/read-words.ts";
import type { CopilotPorts } from "../ports.ts";
import { freshState, nothingSettled } from "../state.ts";
import { resolveDocuments } from "./resolve-documents.ts";

const documents = ["Privacy and data retention", "Questions about privacy", "Quick start"].map(
  (title): CopilotDocument => ({
    document_id: documentIdSchema.parse(newId()),
    ...{ version_id: newId(), version: 1, is_current: true, title, kind: "guide", set: null },
    created_at: "2026-01-02T00:00:00.000Z",
  }),
);
const ports = {
  ...{ said: [], registry: [], shown: [], hasWeb: false, signal: new AbortController().signal },
  listDocuments: async () => documents,
} as unknown as CopilotPorts; // nothing else of it is used

it.each([
  [
    "Summarize the security model and the privacy page",
    "I can't find a document called “security model”, and “privacy” matches several documents. Which one do you mean?",
  ],
  ["Summarize the privacy page", "“privacy” matches several documents. Which one do you mean?"],
])("says of each name what is wrong with it: %s", async (message, prompt) => {
  const state = freshState({ message, mentions: {}, attached: null }, { ...nothingSettled, action: "summarize" });
  const { question } = await resolveDocuments(state, ports);
  expect(question).toMatchObject({ type: "choose_documents", prompt });
});

it("keeps what was named for certain beside what has to be chosen, also where the answer comes in words", async () => {
  const message = "Compare privacy and data retention with the holiday list";
  const state = freshState({ message, mentions: {}, attached: null }, { ...nothingSettled, action: "compare" });
  const { question } = await resolveDocuments(state, ports);
  const [privacy, , quickStart] = documents.map(({ version_id: id }) => id);
  expect(question).toMatchObject({ type: "choose_documents", certain: [privacy] });
  if (!question) throw new Error("nothing was asked");
  expect(readWords(question, { text: "the quick start", mentions: {}, attached: null })).toEqual({
    type: "documents",
    documents: [privacy, quickStart],
  });
});
