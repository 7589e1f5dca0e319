interface PasswordFieldProps {
  label: string;
  value: string;
  /** `new` asks password managers to make one. */
  kind: "current" | "new";
  hint?: string;
  autofocus?: boolean;
  onChange: (value: string) => void;
}

/** As the server asks for it (`minPasswordChars` of protocol/account.ts). */
export const minPasswordChars = 10;

/** A password, typed blind. */
export function PasswordField({ label, value, kind, hint, autofocus, onChange }: PasswordFieldProps) {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        class="input"
        type="password"
        required
        minLength={kind === "new" ? minPasswordChars : 1}
        maxLength={200}
        autocomplete={kind === "new" ? "new-password" : "current-password"}
        autofocus={autofocus ?? false}
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      <small>{hint ?? ""}</small>
    </label>
  );
}
