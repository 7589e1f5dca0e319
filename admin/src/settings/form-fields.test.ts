import { expect, it } from "vitest";
import { formFieldSchema } from "../../../protocol/form.ts";
import { kindsFor, newField, optionsOf, withKind } from "./form-fields.ts";

it("a new field has a name that no other has", () => {
  const first = newField("text", []);
  const second = newField("text", [first]);
  expect([first.id, second.id, newField("text", [first, second]).id]).toEqual(["text", "text_2", "text_3"]);
});

it("a field keeps its name and words when it becomes of another kind, and passes when its words are there", () => {
  const topic = { ...withKind(newField("email", []), "choice"), label: "Topic", options: ["One", "Two"] };
  expect(formFieldSchema.parse(topic)).toEqual({
    id: "email",
    kind: "choice",
    label: "Topic",
    required: false,
    options: ["One", "Two"],
  });
  expect(formFieldSchema.parse(withKind(topic, "phone"))).toEqual({
    id: "email",
    kind: "phone",
    label: "Topic",
    required: false,
  });
  expect(withKind({ ...topic, label: "" }, "name").label).toBeNull();
});

it("a name and an e-mail address are asked for once", () => {
  const email = newField("email", []);
  expect(kindsFor(email, [])).toContain("email");
  expect(kindsFor(newField("text", [email]), [email])).not.toContain("email");
});

it("options are lines", () => {
  expect(optionsOf(" One \n\nTwo, and more\nOne\r\n")).toEqual(["One", "Two, and more"]);
});
