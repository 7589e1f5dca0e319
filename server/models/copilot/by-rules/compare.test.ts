import { describe, expect, it } from "vitest";
import { comparisonResultSchema } from "../../../../protocol/copilot.ts";
import { copilotDocument } from "../../../test/support/copilot-chunks.ts";
import { compareByRules } from "./compare.ts";

const old = `# Terms
## Returns
You may return goods within 30 days of delivery. The buyer pays for the parcel back.
## Payment
Invoices are due on the first of the month. Late payers must pay a fee of $15.
## Support
Our team answers letters on weekdays. We keep letters for two years.
`;
const next = `# Terms
## Support
Our team answers letters on weekdays. We keep letters for two years. Calls are answered by machines.
## Returns
You may return goods within 14 days of delivery. The buyer pays for the parcel back.
## Payment
Invoices are due on the first of the month. Late payers may pay a fee of $15.
`;

const compare = (contents: string[], focus: string | null = null, locale = "en") =>
  compareByRules(
    { documents: contents.map((content, index) => copilotDocument(content, index + 1)), focus, locale },
    undefined,
  );

describe("documents compared by rules", () => {
  it("pair statements though their section was moved, and tell what changed in them", async () => {
    const { result } = await compare([old, next]);
    expect(comparisonResultSchema.parse(result)).toEqual(result);
    const changed = result.rows.filter(({ kind }) => kind === "changed");
    expect(
      changed.map(({ aspect, changes }) => [aspect, ...changes.map(({ here, there }) => `${here} > ${there}`)]),
    ).toEqual([
      ["Returns", "within 30 days > within 14 days"],
      ["Payment", "must > may"],
    ]);
    expect(changed.every(({ weight }) => weight > 0.7)).toBe(true);
    expect(result.rows.filter(({ kind }) => kind === "only_in_one").map(({ cells }) => cells[0]?.text)).toEqual([
      "Calls are answered by machines.",
    ]);
    expect(result.overview).toContain("2 statements changed, 2 of them in a number, a date or an obligation");
  });

  it("tell what a statement fixes that one document alone has, and not what only moved to other words", async () => {
    const before = "# Terms\nParcels go out on weekdays. Refunds reach the customer within 14 days of the call.\n";
    const after = `# Terms
Parcels go out on weekdays. Whoever calls has a refund on the account within 14 days.
Guests must wear a badge, must carry it and, except for children, keep it. We always enjoy company. If you need to park, ask at the desk. See schedules 1, 2 and 3.
`;
    const { result } = await compare([before, after]);
    const alone = result.rows.filter(({ kind }) => kind === "only_in_one");
    const told = alone.flatMap(({ changes }) => changes.map(({ kind, here, there }) => `${kind}: ${here} > ${there}`));
    expect(told).toEqual(["obligation:  > must", "obligation:  > except for"]);
    expect(alone.length).toBeGreaterThan(3);
  });

  it("tells of new limits, losses and permissions, and not of what is only supposed, guessed or an example", async () => {
    const told = `# House
Rooms are open.
This hall is only open to guests. Days left over will be forfeited. Once cut, you will not be able to undo the cut.
The board may call another vote. It may be late. We cannot promise sun. If further proof of it is required, we write.
For example, lunch takes 35 minutes. Only a small part is left. This will ensure peace. Name (required).
`;
    const { result } = await compare(["# House\nRooms are open.\n", told]);
    expect(result.rows.flatMap(({ changes }) => changes.map(({ there }) => there))).toEqual([
      "only",
      "forfeited",
      "will not be able to",
      "may",
    ]);
  });

  it("takes what is called otherwise throughout for a new name", async () => {
    const terms = (role: string) =>
      `# Keys\nYour ${role} must sign. You should ask the ${role} for a second key. The ${role} will count the keys.\n`;
    const { result } = await compare([terms("administrator"), terms("manager")]);
    expect(result.rows.flatMap(({ changes }) => changes.map(({ kind }) => kind))).toEqual(Array(3).fill("wording"));
    const once = await compare([
      terms("administrator"),
      terms("administrator").replace("administrator must", "manager must"),
    ]);
    expect(once.result.rows.flatMap(({ changes }) => changes.map(({ kind }) => kind))).toEqual(["obligation"]);
  });

  it("tells nothing as gone or new that the other document says elsewhere", async () => {
    const before = `# Desk
## Steps
Type a name for the room (this is optional). You can talk to the porter and ask for 1 more key, which opens the yard.
## Steps again
Type a name for the room (this is optional).
`;
    const after = `# Desk
## Steps
Type a name for the room (this is optional). You can ask the porter for 1 more key, which opens the yard and the gate to the river.
`;
    const { result } = await compare([before, after]);
    const told = result.rows.flatMap(({ changes }) => changes.filter(({ kind }) => kind !== "wording"));
    expect(told).toEqual([]);
  });

  it("reads the first line of a paragraph whose lines are broken", async () => {
    const broken = (time: string) =>
      `# Reports\nWe review whatever is reported ${time}.  Note that\nour team is away on holidays, so that letters wait.\n\nReports name the product and its version, the day and the\nSerial number that is printed on the back of it.\n\nReplacement Cards for Guests Born Outside of the U.S. Mainland\nwhat you need to bring to the desk\n`;
    const { result } = await compare([broken("within one day"), broken("within two days")]);
    expect(result.rows.flatMap(({ changes }) => changes.map(({ here, there }) => `${here} > ${there}`))).toEqual([
      "within one day > within two days",
    ]);
    expect(result.overview).toContain("4 unchanged");
    // A title keeps what stands below it.
    expect(result.rows.find(({ cells }) => cells[0]?.text.startsWith("what you need"))?.aspect).toContain("Mainland");
  });

  it("loses no line of an address", async () => {
    const place = (street: string, number: string) =>
      `# Contact\n**By mail**: Basecamp, LLC\n${street}\nATTN: David H. Hansson\nChicago, Illinois 60607\nTelephone: ${number}\n\nWrite to us.\n`;
    const { result } = await compare([
      place("30 North Racine Avenue", "+1-312-281-5333"),
      place("31 North Racine Avenue", "+1-312-277-7666"),
    ]);
    expect(result.rows.flatMap(({ changes }) => changes.map(({ here, there }) => `${here} > ${there}`))).toEqual([
      "+1-312-281-5333 > +1-312-277-7666",
      "30 > 31",
    ]);
  });

  it("prove each cell by words that stand in its document", async () => {
    const { result, excerpts } = await compare([old, next]);
    const chunks = [old, next].flatMap((content, index) => copilotDocument(content, index + 1).chunks);
    for (const cell of result.rows.flatMap(({ cells }) => cells)) {
      const excerpt = excerpts[cell.proof[0] ?? -1];
      expect(excerpt?.version_id).toBe(cell.version_id);
      expect(chunks.find(({ chunk_id }) => chunk_id === excerpt?.chunk_id)?.text).toContain(excerpt?.text);
    }
  });

  it("show with a focus only what concerns it, and no overview", async () => {
    const { result } = await compare([old, next], "fee for late payment");
    expect(result.overview).toBe("");
    expect(result.rows.length).toBeGreaterThan(0);
    expect(result.rows.every(({ aspect }) => aspect === "Payment")).toBe(true);
    expect((await compare([old, next], "parking lots")).result.rows).toEqual([]);
  });

  it("hold each further document against the first", async () => {
    const third = old.replace("two years", "three years");
    const { result } = await compare([old, next, third]);
    const kept = result.rows.filter(({ changes }) => changes.some(({ there }) => there === "three years"));
    expect(kept.map(({ cells }) => cells.map(({ version_id }) => version_id.slice(7, 8)))).toEqual([["1", "3"]]);
  });

  it("say each statement once though passages repeat the end of the one before", async () => {
    const sentences = Array.from(
      { length: 60 },
      (_, index) => `Rule ${"abcdefghij"[index % 10]}${index} binds whoever signs the form numbered ${index + 100}.`,
    );
    const long = `# Terms\n## Rules\n${sentences.join(" ")}`;
    expect(copilotDocument(long).chunks.length).toBeGreaterThan(2);
    const { result } = await compare([long, long.replace("form numbered 130", "form numbered 999")]);
    expect(result.overview).toContain("1 statement changed, 1 of them");
    // With the two headings.
    expect(result.overview).toContain("61 unchanged");
  });

  it("tell of an announcement that binds, and of no other", async () => {
    const more = `${old}## Use\nYou may not:\n- share the key with others\n- sell the key to others\n\nSee here:\n- a list of all our shops\n`;
    const { result } = await compare([old, more]);
    expect(result.rows.filter(({ kind }) => kind === "only_in_one").map(({ cells }) => cells[0]?.text)).toEqual([
      "You may not:",
      "share the key with others",
      "sell the key to others",
      "a list of all our shops",
    ]);
  });

  it("speak the language of whoever asks", async () => {
    expect((await compare([old, next], null, "de-AT")).result.overview).toContain("2 Aussagen sind geändert");
    expect((await compare([old, old])).result.overview).toBe("No differences found. This compares wording only.");
  });
});
