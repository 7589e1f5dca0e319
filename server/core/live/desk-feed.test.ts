import { expect, it } from "vitest";
import { DeskFeed } from "./desk-feed.ts";
import { deskTopic } from "./hub.ts";
import { createMemoryHub } from "./memory-hub.ts";

const tenant = "0198c1f2-7a31-7cc4-9c55-0b6d0e0f7a11";

function setup() {
  const hub = createMemoryHub();
  const poll = async (feed: DeskFeed, after?: string) => {
    const { leave, told, ...reading } = await feed.join(tenant, after, () => undefined);
    leave();
    return { ...reading, told: told.map(({ payload }) => payload) };
  };
  return { hub, poll, feed: new DeskFeed(hub), say: (payload: string) => hub.notify(deskTopic(tenant), payload) };
}

it("gives a reader that comes back what was told since its place, once", async () => {
  const { feed, poll, say } = setup();
  const first = await poll(feed);
  expect(first).toMatchObject({ missed: false, told: [] });
  await say("one");
  await say("two");
  const second = await poll(feed, first.place);
  expect(second).toMatchObject({ missed: false, told: ["one", "two"] });
  expect(await poll(feed, second.place)).toMatchObject({ missed: false, told: [] });
});

it("tells a reader what comes, under places to go on from, until it leaves", async () => {
  const { feed, poll, say } = setup();
  const heard: { place: string; payload: string }[] = [];
  const { leave } = await feed.join(tenant, undefined, (notice) => heard.push(notice));
  await say("one");
  await say("two");
  leave();
  await say("three");
  expect(heard.map(({ payload }) => payload)).toEqual(["one", "two"]);
  expect(await poll(feed, heard[0]?.place)).toMatchObject({ missed: false, told: ["two", "three"] });
});

it("says that something was missed where it has not listened that long, or keeps no more", async () => {
  const { hub, feed, poll, say } = setup();
  const { place } = await poll(feed);
  for (const never of ["", "x", "99999999999999.other", "0.other"])
    expect(await poll(feed, never), never).toMatchObject({ missed: true, told: [] });
  expect(await poll(new DeskFeed(hub), place)).toMatchObject({ missed: true });
  for (let notice = 0; notice < 300; notice++) await say("more");
  expect(await poll(feed, place)).toMatchObject({ missed: true, told: [] });
});
