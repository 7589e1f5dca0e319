import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { Profile } from "../../../../protocol/account.ts";
import { useWorkspace } from "../../app-context.ts";
import { Spinner } from "../../ui/states.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { PersonAvatar } from "../avatar.tsx";
import { squarePicture } from "./square-picture.ts";

/** Names and the picture. */
export function ProfileSection({ own }: { own: Profile }) {
  const { profile, toasts, me } = useWorkspace();
  const name = useSignal(own.name);
  const shownAs = useSignal(own.shown_as ?? "");
  const busy = useSignal(false);
  const isChanged = name.value.trim() !== own.name || shownAs.value.trim() !== (own.shown_as ?? "");
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy.value || !isChanged || name.value.trim() === "") return;
    busy.value = true;
    const problem = await profile.save({ name: name.value.trim(), shown_as: shownAs.value.trim() || null });
    busy.value = false;
    if (problem) toasts.fail(`Not saved. ${problem}`);
    else toasts.show("Saved");
  };
  return (
    <form class="settings-group" onSubmit={save}>
      <h2>You</h2>
      <PictureField own={own} />
      <TextField
        label="Name"
        value={name.value}
        max={100}
        {...(name.value.trim() === "" ? { problem: "Enter a name." } : {})}
        onChange={(next) => (name.value = next)}
      />
      <TextField
        label="Display name"
        value={shownAs.value}
        max={100}
        hint={`For visitors of ${me.tenant.name}. Defaults to your name. Past replies are not changed.`}
        onChange={(next) => (shownAs.value = next)}
      />
      <div class="button-row">
        <button type="submit" class="btn primary" aria-disabled={!isChanged || busy.value}>
          {busy.value ? <Spinner /> : null} Save
        </button>
      </div>
    </form>
  );
}

function PictureField({ own }: { own: Profile }) {
  const { profile, toasts, me } = useWorkspace();
  const input = useRef<HTMLInputElement>(null);
  const choose = async (file: File | undefined) => {
    if (!file) return;
    const picture = await squarePicture(file).catch(() => null);
    if (!picture) return toasts.fail("This file could not be read as a picture.");
    const problem = await profile.run((api) => api.savePicture(picture));
    if (problem) toasts.fail(`Not saved. ${problem}`);
  };
  const remove = async () => {
    const problem = await profile.run((api) => api.removePicture());
    if (problem) toasts.fail(problem);
  };
  return (
    <div class="picture-field">
      <PersonAvatar person={{ id: me.id, name: own.name, picture: own.picture }} />
      <div class="field">
        <div class="button-row">
          <button type="button" class="btn small" onClick={() => input.current?.click()}>
            {own.picture ? "Change picture" : "Add a picture"}
          </button>
          {own.picture ? (
            <button type="button" class="btn small ghost" onClick={() => void remove()}>
              Remove
            </button>
          ) : null}
        </div>
        <small>Shown to your team. Visitors see your name.</small>
      </div>
      <input
        ref={input}
        class="visually-hidden"
        type="file"
        accept="image/*"
        tabIndex={-1}
        aria-label="Picture"
        onChange={(event) => {
          void choose(event.currentTarget.files?.[0]);
          event.currentTarget.value = "";
        }}
      />
    </div>
  );
}
