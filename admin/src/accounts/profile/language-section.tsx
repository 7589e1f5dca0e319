import { chooseOwnLanguage, ownLanguage, plainLanguageName, readLanguages } from "../../tickets/assist/own-language.ts";

/** What the person reads; visitors who write another language can be translated. */
export function LanguageSection() {
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
