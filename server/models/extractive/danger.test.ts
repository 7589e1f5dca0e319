import { describe, expect, it } from "vitest";
import { contentStems } from "../../text/words.ts";
import { isDangerous } from "./danger.ts";
import { readQuestion } from "./question-terms.ts";

const dangerous = (
  question: string,
  lead: string,
  more: { heading?: string; items?: string[]; language?: string; elsewhere?: string[] } = {},
) =>
  isDangerous(
    readQuestion(question, more.language ?? "en"),
    { lead, items: more.items ?? [] },
    { heading: more.heading ?? "", title: "", elsewhere: new Set(more.elsewhere) },
  );

describe("a quote that tells how to destroy something", () => {
  it("is no answer to a question that asks for nothing of the kind", () => {
    expect(
      dangerous("How do I back up everything?", "To reset everything, stop Acme and delete the data folder."),
    ).toBe(true);
    expect(dangerous("How do I unsubscribe?", "To delete a group:", { items: ["1. Click Delete Group."] })).toBe(true);
    expect(dangerous("How do I change my plan?", "Follow the steps:", { items: ["1. Delete your account."] })).toBe(
      true,
    );
  });

  it("is none either to a question that means something else by it", () => {
    const heading = "How do I delete all data of an installation?";
    const elsewhere = contentStems("Which data is kept about visitors?", "en");
    expect(
      dangerous("How do I delete a visitor's data?", "Stop Acme and delete the data folder.", { heading, elsewhere }),
    ).toBe(true);
    expect(
      dangerous("How do I delete all data of an installation?", "Stop Acme and delete the data folder.", { heading }),
    ).toBe(false);
  });

  it("answers the question that asks for just that, in other words too", () => {
    expect(dangerous("How do I remove a document?", "Delete the document in the library.")).toBe(false);
    expect(dangerous("How do I remove an old document for good?", "Delete the document for good in the library.")).toBe(
      false,
    );
    expect(dangerous("How do I cancel my account?", "To cancel your account, open the page.")).toBe(false);
    expect(dangerous("How do I add a member?", "Click Add.", { items: ["1. Open Settings.", "2. Click Add."] })).toBe(
      false,
    );
    const role = "2. Choose a role. Administrators can add, remove, and edit other members.";
    expect(dangerous("How do I add a member?", "", { items: ["1. Open Settings.", role] })).toBe(false);
    expect(dangerous("How do I add a member?", "", { items: ["1. Open Settings, delete the members."] })).toBe(true);
  });

  it("may be told to who asks for a fact", () => {
    expect(dangerous("Why was my file deleted?", "Delete old files to save space.")).toBe(false);
    expect(dangerous("When are tickets deleted?", "Delete tickets after a year.")).toBe(false);
  });

  it("is none where such a word names a thing or its quality", () => {
    const toEmbed = "How do I embed the widget?";
    for (const lead of [
      "Paste the script tag just before the closing body tag.",
      "Open a terminal and paste the line.",
      "Close the dialog and paste the line.",
      "The price of it is nothing, so paste the line.",
      "Choose the PDF format and paste the line.",
      "A closed chat stays closed; paste the line.",
    ])
      expect(dangerous(toEmbed, lead), lead).toBe(false);
    expect(
      dangerous("Wie binde ich das Widget ein?", "Nach dem Schließen des Menüs die Zeile einfügen.", {
        language: "de",
      }),
    ).toBe(false);
  });

  it("is one however the act is put", () => {
    for (const lead of [
      "You can start anew by deleting the folder.",
      "Terminate your subscription first.",
      "Then permanently delete the folder.",
      "Stop the server and reset the database.",
    ])
      expect(dangerous("How do I move to another server?", lead), lead).toBe(true);
  });

  it.each([
    ["de", "Wie sichere ich alles?", "Um alles zurückzusetzen, löschen Sie den Ordner.", "Wie lösche ich den Ordner?"],
    [
      "fr",
      "Comment sauvegarder tout ?",
      "Supprimez le dossier des données.",
      "Comment supprimer le dossier des données ?",
    ],
    ["es", "¿Cómo hago una copia de todo?", "Elimine la carpeta de datos.", "¿Cómo elimino la carpeta de datos?"],
    ["ru", "Как сделать копию всех данных?", "Удалите папку с данными.", "Как удалить папку с данными?"],
    ["zh", "如何备份所有数据？", "删除数据文件夹。", "如何删除数据文件夹？"],
    [
      "ja",
      "すべてをバックアップするにはどうすればよいですか？",
      "データフォルダを削除します。",
      "データフォルダを削除するにはどうすればよいですか？",
    ],
  ])("is known in every language: %s", (language, other, sentence, same) => {
    expect(dangerous(other, sentence, { language })).toBe(true);
    expect(dangerous(same, sentence, { language })).toBe(false);
  });
});
