import { describe, expect, it } from "vitest";
import type { Settings } from "../../../protocol/admin.ts";
import { settingsRoutes } from "../../../protocol/routes/settings.ts";
import { fakeCall } from "../../test/fake-call.ts";
import { seedSettings } from "../../test/mock-library.ts";
import { createSettingsStore, patchBetween, type SettingsPatch } from "./settings-store.ts";

function setup() {
  const server = { settings: seedSettings(), patches: [] as SettingsPatch[] };
  const call = fakeCall(settingsRoutes, {
    readSettings: () => Promise.resolve(server.settings),
    allowDomain: ({ body }) => Promise.resolve({ domains: [...server.settings.domains, body.domain] }),
    removeDomain: () => Promise.resolve({ domains: [] }),
    changeSettings: ({ body: patch = {} }) => {
      server.patches.push(patch);
      server.settings = {
        ...server.settings,
        ...patch,
        theme: { ...server.settings.theme, ...patch.theme },
        home: { ...server.settings.home, ...patch.home },
        form: { ...server.settings.form, ...patch.form },
      } as Settings;
      return Promise.resolve(server.settings);
    },
  });
  const store = createSettingsStore({ call });
  return { server, store };
}

describe("settings", () => {
  it("send only what differs, and are clean afterwards", async () => {
    const { server, store } = setup();
    await store.load();
    store.edit({ threshold: 0.8, starters: ["One", "  "] });
    store.editTheme({ accent: "#ffee00" });
    expect(store.dirty.value).toBe(true);
    expect(await store.save()).toBeNull();
    expect(server.patches).toEqual([
      { threshold: 0.8, starters: ["One"], theme: { accent: "#ffee00", accent_text: "#111111" } },
    ]);
    expect(store.dirty.value).toBe(false);
  });

  it("send of the first screen only what differs", async () => {
    const { server, store } = setup();
    await store.load();
    const { home } = seedSettings();
    store.edit({ home: { ...home, answer_minutes: 30 } });
    expect(await store.save()).toBeNull();
    expect(server.patches).toEqual([{ home: { answer_minutes: 30 } }]);
    expect(store.dirty.value).toBe(false);
  });

  it("send of the form what differs, and never its version", async () => {
    const { server, store } = setup();
    await store.load();
    const { form } = seedSettings();
    const fields = [{ id: "email", kind: "email" as const, label: null, required: true }];
    store.edit({ form: { ...form, when: "start", fields } });
    expect(await store.save()).toBeNull();
    expect(server.patches).toEqual([{ form: { when: "start", fields } }]);
    expect(store.dirty.value).toBe(false);
  });

  it("are not sent while a field is wrong", async () => {
    const { server, store } = setup();
    await store.load();
    store.edit({ name: " " });
    store.editTheme({ accent: "red" });
    expect(store.problems.value).toMatchObject({ name: expect.any(String), accent: expect.any(String) });
    await store.save();
    expect(server.patches).toEqual([]);
  });

  it("can be discarded, and are not overwritten by a reload while edited", async () => {
    const { store } = setup();
    await store.load();
    store.edit({ tone: "Formal" });
    await store.load();
    expect(store.edited.value?.tone).toBe("Formal");
    store.discard();
    expect(store.dirty.value).toBe(false);
  });

  it("that did not change make an empty patch", () => {
    expect(patchBetween(seedSettings(), seedSettings())).toEqual({});
  });
});
