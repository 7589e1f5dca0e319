import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Profile } from "../../../../protocol/account.ts";
import { accountRoutes } from "../../../../protocol/routes/account.ts";
import { useWorkspace } from "../../app-context.ts";
import { chooseOwnLanguage, ownLanguage, plainLanguageName, readLanguages } from "../../tickets/assist/own-language.ts";
import { TextField } from "../../ui/fields.tsx";
import { ErrorState, Skeleton, Spinner } from "../../ui/states.tsx";
import { PersonAvatar } from "../avatar.tsx";
import { PasswordSection } from "../password.tsx";
import { NoticesSection } from "./notices-section.tsx";
import { PasskeysSection } from "./passkeys-section.tsx";
import { SecondStepSection } from "./second-step-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";

export function ProfilePage() {
  const { profile } = useWorkspace();
  useEffect(() => void profile.load(), [profile]);
  const own = profile.profile.value;
  return (
    <div class="sheet-page">
      <header class="page-head">
        <div>
          <h1>Your profile</h1>
          <p class="muted">{own?.email ?? ""}</p>
        </div>
      </header>
      {profile.phase.value === "loading" ? <Skeleton rows={5} kind="card" label="Loading your profile" /> : null}
      {profile.phase.value === "failed" ? (
        <ErrorState
          title="Your profile could not be loaded"
          text={profile.error.value}
          onRetry={() => void profile.load()}
        />
      ) : null}
      {own ? (
        <div class="profile">
          <ProfileSection own={own} />
          <LanguageSection />
          <NoticesSection />
          {own.has_password ? <PasswordSection /> : <NoPassword />}
          {own.has_password ? <SecondStepSection isOn={own.two_factor} /> : null}
          {own.has_password ? <PasskeysSection passkeys={own.passkeys} origin={own.passkey_origin} /> : null}
          <SessionsSection sessions={own.sessions} />
        </div>
      ) : null}
    </div>
  );
}

/** For members who sign in with the operator's identity provider. */
function NoPassword() {
  return (
    <section class="settings-group" aria-labelledby="password">
      <h2 id="password">Password</h2>
      <p class="muted">
        You sign in with another service. To set a password, choose “Forgot your password?” on the sign-in page.
      </p>
    </section>
  );
}

/** Name and picture. */
function ProfileSection({ own }: { own: Profile }) {
  const { profile, toasts, me } = useWorkspace();
  const name = useSignal(own.name);
  const shownAs = useSignal(own.shown_as ?? "");
  const busy = useSignal(false);
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy.value) return;
    busy.value = true;
    const problem = await profile.save({ name: name.value.trim(), shown_as: shownAs.value.trim() || null });
    busy.value = false;
    if (problem) toasts.fail(`Not saved. ${problem}`);
    else toasts.show("Saved your profile");
  };
  return (
    <form class="settings-group" onSubmit={save}>
      <h2>You</h2>
      <PictureField own={own} />
      <TextField
        label="Name"
        value={name.value}
        max={100}
        must="Enter a name."
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
        <button type="submit" class="btn primary" aria-disabled={busy.value}>
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
    const problem = await profile.run((call) => call(accountRoutes.savePicture, { body: picture }));
    if (problem) toasts.fail(`Not saved. ${problem}`);
  };
  const remove = async () => {
    const problem = await profile.run((call) => call(accountRoutes.deletePicture));
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

/** Edge lengths in pixels, largest first: a browser that cannot write WebP produces a PNG several times the size. */
const edges = [192, 128, 64];
/** Same limit as on the server (`maxPictureBytes` in protocol/account.ts). */
const maxBytes = 64 * 1024;
const quality = 0.86;

/**
 * Draws the centre of a picture as a small square. The file's metadata (location, device) is not copied.
 * @throws Error when the browser cannot read the file as a picture.
 */
async function squarePicture(file: Blob): Promise<{ type: "image/png" | "image/webp"; data: string }> {
  const bitmap = await createImageBitmap(file);
  try {
    for (const edge of edges) {
      const blob = await draw(bitmap, edge);
      // A browser that cannot write WebP writes PNG.
      if (blob && blob.size <= maxBytes)
        return { type: blob.type === "image/webp" ? "image/webp" : "image/png", data: await toBase64(blob) };
    }
    throw new Error("the picture stays too large");
  } finally {
    bitmap.close();
  }
}

async function draw(bitmap: ImageBitmap, edge: number): Promise<Blob | null> {
  const side = Math.min(bitmap.width, bitmap.height);
  const canvas = document.createElement("canvas");
  canvas.width = edge;
  canvas.height = edge;
  const context = canvas.getContext("2d");
  if (!context) return null;
  const [left, top] = [(bitmap.width - side) / 2, (bitmap.height - side) / 2];
  context.drawImage(bitmap, left, top, side, side, 0, 0, edge, edge);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/webp", quality));
}

async function toBase64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/** The agent's language; messages of visitors who write another one can be translated. */
function LanguageSection() {
  return (
    <section class="settings-group" aria-labelledby="own-language">
      <h2 id="own-language">Language</h2>
      <label class="field">
        <span>Preferred language</span>
        <select
          class="input"
          value={ownLanguage.value}
          onChange={(event) => chooseOwnLanguage(event.currentTarget.value)}
        >
          {readLanguages.map((tag) => (
            <option key={tag} value={tag}>
              {plainLanguageName(tag)}
            </option>
          ))}
        </select>
        <small>Messages in other languages can be translated if a model is connected. Saved in this browser.</small>
      </label>
    </section>
  );
}
