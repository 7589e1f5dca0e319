import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DocumentView } from "../../../protocol/admin-documents.ts";
import type { DocumentVersionView } from "../../../protocol/document-versions.ts";
import type { ReleaseListResponse, ReleaseView } from "../../../protocol/releases.ts";
import { type ReleaseRig, startReleaseRig } from "../../test/support/release-rig.ts";
import { waitFor } from "../../test/support/wait-for.ts";

let rig: ReleaseRig;
let returns: string;
const question = "How many days do I have to return an order?";

beforeAll(async () => {
  rig = await startReleaseRig();
  returns = await rig.publish("returns.md", "# Returns\n\nYou can return an order within thirty days of delivery.");
  await rig.publish("shipping.md", "# Shipping\n\nShipping to Zambia takes nine working days.");
}, 180_000);
afterAll(() => rig?.[Symbol.asyncDispose]());

const release = async (id: string) => (await rig.call<ReleaseView>("GET", `releases/${id}`)).body;
const publish = (view: ReleaseView, more: object = {}, key?: string) =>
  rig.call<ReleaseView & { error?: { message: string } }>(
    "POST",
    `releases/${view.id}/publish`,
    { revision: view.revision, untried: true, ...more },
    key,
  );
const versions = async (id: string) =>
  (await rig.call<{ items: DocumentVersionView[] }>("GET", `documents/${id}/versions`)).body.items;
const searched = async (q: string) =>
  JSON.stringify((await rig.call("GET", `search?q=${encodeURIComponent(q)}&explain=true`)).body);

describe("a draft of a document", () => {
  it("is read and embedded, and nobody is answered from it before it is published; then everybody is, until it is rolled back", async () => {
    expect((await rig.ask(question)).content).toContain("thirty days");
    const draft = await rig.draft(
      "returns.md",
      "# Returns\n\nYou can return an order within forty-five days of delivery.",
    );
    expect(draft).toMatchObject({ state: "open", is_ready: true, is_outdated: false });
    expect(draft.documents).toMatchObject([{ document_id: returns, version: 2, base_version: 1, state: "ready" }]);

    // Visitors, search and the library's list do not see the draft.
    expect((await rig.ask(question)).content).toContain("thirty days");
    expect(await searched("forty-five days")).not.toContain("forty-five");
    const { body: document } = await rig.call<DocumentView>("GET", `documents/${returns}`);
    expect(document).toMatchObject({ status: "ready", version: 1, served_version: 1, draft: { release_id: draft.id } });
    expect(await versions(returns)).toMatchObject([
      { version: 2, is_draft: true, is_current: false },
      { version: 1, is_draft: false, is_current: true },
    ]);
    expect((await rig.call("POST", `documents/${returns}/versions/2/restore`)).status).toBe(409);

    const published = await publish(draft);
    expect(published.status, JSON.stringify(published.body)).toBe(200);
    expect(published.body).toMatchObject({ state: "published" });
    const after = await rig.ask(question);
    expect(after.content).toContain("forty-five days");
    expect(after.cached).toBe(false);
    // The vectors were computed before publication.
    expect((await rig.call<DocumentView>("GET", `documents/${returns}`)).body).toMatchObject({
      status: "ready",
      served_version: 2,
      draft: null,
    });

    const back = await rig.call<ReleaseView>("POST", `releases/${draft.id}/roll-back`);
    expect(back.body).toMatchObject({ state: "rolled_back" });
    expect((await rig.ask(question)).content).toContain("thirty days");
    expect((await rig.call<DocumentView>("GET", `documents/${returns}`)).body).toMatchObject({
      status: "ready",
      served_version: 1,
    });
    expect((await rig.call("POST", `releases/${draft.id}/roll-back`)).status).toBe(409);
  });

  it("is forgotten when it is discarded, and with it a document that has never been published", async () => {
    const first = await rig.draft("returns.md", "# Returns\n\nNobody can return anything.");
    const both = await rig.draft("gifts.md", "# Gifts\n\nGift cards hold for ten years.", first.id);
    const gifts = both.documents.find(({ source }) => source === "gifts.md")?.document_id;
    expect(both.documents).toHaveLength(2);
    expect(await searched("gift cards")).not.toContain("ten years");
    expect((await rig.ask("How long do gift cards hold?")).content).not.toContain("ten years");
    const { status, body } = await rig.call<ReleaseView>("POST", `releases/${first.id}/discard`);
    expect([status, body.state]).toEqual([200, "discarded"]);
    expect((await rig.call("GET", `documents/${gifts}`)).status).toBe(404);
    expect(await rig.count("document_versions where is_draft")).toBe(0);
    expect(
      await rig.count(
        "draft_vectors v join chunks c on c.id = v.chunk_id join documents d on d.id = c.document_id where c.version_id not in (select id from document_versions)",
      ),
    ).toBe(0);
    expect((await publish(first)).status).toBe(409);
  });

  it("of a new document is found once it is published, and no more when that is rolled back", async () => {
    const draft = await rig.draft("gifts.md", "# Gift cards\n\nGift cards hold for ten years.");
    expect((await publish(draft)).status).toBe(200);
    expect((await rig.ask("How long do gift cards hold?")).content).toContain("ten years");
    await rig.call("POST", `releases/${draft.id}/roll-back`);
    expect(await searched("gift cards")).not.toContain("ten years");
    expect((await rig.ask("How long do gift cards hold, please?")).content).not.toContain("ten years");
  });

  it("that cannot be read says why, and is not published", async () => {
    const { body } = await rig.call<{ release: string }>("POST", "documents", {
      source: "returns.md",
      content: "\n \n",
      publish: false,
    });
    const view = await waitFor(async () => {
      const now = await release(body.release);
      return now.documents[0]?.state === "failed" ? now : null;
    });
    expect(view.documents[0]?.error).toContain("No text was found");
    expect(view.is_ready).toBe(false);
    expect((await publish(view)).status).toBe(409);
    expect((await rig.call<DocumentView>("GET", `documents/${returns}`)).body.status).toBe("ready");
    await rig.call("POST", `releases/${view.id}/discard`);
  });

  it("of what is published already is refused, and so are a sitemap and a release of somebody else", async () => {
    const content = "# Returns\n\nYou can return an order within thirty days of delivery.";
    const draft = (given: object, key?: string) => rig.call("POST", "documents", { publish: false, ...given }, key);
    expect((await draft({ source: "returns.md", content })).status).toBe(409);
    expect((await draft({ sitemap: "https://www.example.com/sitemap.xml" })).status).toBe(400);
    const theirs = await rig.call<ReleaseView>("POST", "releases", { name: "Theirs" }, rig.other.api_key);
    expect((await draft({ source: "a.md", content, release: theirs.body.id })).status).toBe(404);
    expect((await draft({ source: "a.md", content }, rig.keys.agent)).status).toBe(403);
  });
});

describe("a release", () => {
  it("is published by nobody who has seen another one, and not over what somebody else has published meanwhile", async () => {
    const one = await rig.draft("shipping.md", "# Shipping\n\nShipping to Zambia takes six working days.");
    const more = await rig.draft("returns.md", "# Returns\n\nYou can return an order within ten days.", one.id);
    expect((await publish(one)).status).toBe(409);
    await rig.publish("shipping.md", "# Shipping\n\nShipping to Zambia takes twelve working days.");
    const late = await publish(more);
    expect(late.status).toBe(409);
    expect(late.body.error?.message).toContain("has changed since");
    expect(await release(one.id)).toMatchObject({ is_outdated: true });
    // Nothing of the release was published.
    expect((await rig.ask(question)).content).toContain("thirty days");
    await rig.call("POST", `releases/${one.id}/discard`);
  });

  it("of two that change the same, only the first is published", async () => {
    const texts = ["Parcels are kept for five days.", "Parcels are kept for eight days."];
    await rig.publish("parcels.md", "# Parcels\n\nParcels are kept for two days.");
    const [one, two] = [
      await rig.draft("parcels.md", `# Parcels\n\n${texts[0]}`),
      await rig.draft("parcels.md", `# Parcels\n\n${texts[1]}`),
    ];
    const answers = await Promise.all([publish(one), publish(two)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = answers[0]?.status === 200 ? 0 : 1;
    expect(await searched("how long are parcels kept")).toContain(texts[winner]);
  });

  it("changes settings for admins, and puts them back", async () => {
    const before = (await rig.call<{ threshold: number; tone: string }>("GET", "settings")).body;
    const begun = await rig.call<ReleaseView>(
      "POST",
      "releases",
      { name: "Stricter", settings: { threshold: 0.91, tone: "Brief" } },
      rig.keys.manager,
    );
    expect(begun.status).toBe(201);
    expect(begun.body).toMatchObject({ base: { threshold: before.threshold, tone: before.tone }, is_ready: true });
    expect((await rig.call<{ tone: string }>("GET", "settings")).body.tone).toBe(before.tone);
    expect((await publish(begun.body, { untried: false }, rig.keys.manager)).status).toBe(403);
    expect((await publish(begun.body)).status).toBe(200);
    expect((await rig.call("GET", "settings")).body).toMatchObject({ threshold: 0.91, tone: "Brief" });
    expect((await rig.call("POST", `releases/${begun.body.id}/roll-back`, {}, rig.keys.manager)).status).toBe(403);
    expect((await rig.call("POST", `releases/${begun.body.id}/roll-back`)).status).toBe(200);
    expect((await rig.call("GET", "settings")).body).toMatchObject(before);
    // An empty value can be tested as well: publishing removes the guidance, and rolling back restores it.
    await rig.call("PATCH", "settings", { guidance: "Offer a call." });
    const without = await rig.call<ReleaseView>("POST", "releases", { name: "Without", settings: { guidance: "" } });
    expect(without.body).toMatchObject({
      settings: { guidance: "" },
      base: { guidance: "Offer a call." },
      is_ready: true,
    });
    expect((await publish(without.body)).status).toBe(200);
    expect((await rig.call("GET", "settings")).body).toMatchObject({ guidance: "" });
    await rig.call("POST", `releases/${without.body.id}/roll-back`);
    expect((await rig.call("GET", "settings")).body).toMatchObject({ guidance: "Offer a call." });
    const named = await rig.call("POST", "releases", {
      name: "A model",
      settings: { models: { generate: { provider: "openai", model: "x" } } },
    });
    expect(named.status).toBe(400);
  });

  it("is for managers, and the other tenant's is not there", async () => {
    const { body } = await rig.call<ReleaseView>("POST", "releases", { name: "Ours" }, rig.keys.manager);
    const ways = [
      ["PATCH", `releases/${body.id}`, { name: "Mine" }],
      ["POST", `releases/${body.id}/publish`, { revision: 1 }],
      ["POST", `releases/${body.id}/discard`, {}],
      ["POST", `releases/${body.id}/roll-back`, {}],
      ["DELETE", `releases/${body.id}/documents/${returns}`, undefined],
    ] as const;
    for (const [method, path, given] of ways) {
      for (const key of [rig.keys.viewer, rig.keys.agent])
        expect((await rig.call(method, path, given, key)).status, path).toBe(403);
      expect((await rig.call(method, path, given, rig.other.api_key)).status, path).toBe(404);
      expect((await rig.call(method, path, given, "parley_none")).status, path).toBe(401);
    }
    expect((await rig.call("GET", `releases/${body.id}`, undefined, rig.keys.viewer)).status).toBe(200);
    expect((await rig.call("GET", `releases/${body.id}`, undefined, rig.other.api_key)).status).toBe(404);
    const theirs = await rig.call<ReleaseListResponse>("GET", "releases", undefined, rig.other.api_key);
    expect(theirs.body.items.some(({ id }) => id === body.id)).toBe(false);
    expect((await rig.call("PATCH", `releases/${body.id}`, { name: "Renamed" })).body).toMatchObject({
      name: "Renamed",
      revision: body.revision,
    });
  });

  it("leaves every step in the record", async () => {
    const { body } = await rig.call<{ items: { action: string }[] }>("GET", "audit?action=release&limit=100");
    const actions = new Set(body.items.map(({ action }) => action));
    for (const action of ["begin", "change", "publish", "discard", "roll_back"])
      expect(actions).toContain(`release.${action}`);
  });
});
