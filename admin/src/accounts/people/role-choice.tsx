import type { MemberRole } from "../../../../protocol/admin.ts";

const roles: ReadonlyArray<{ role: MemberRole; label: string; text: string }> = [
  { role: "viewer", label: "Viewer", text: "Can read everything." },
  { role: "agent", label: "Agent", text: "Replies to visitors." },
  { role: "manager", label: "Manager", text: "Also manages the library." },
  { role: "admin", label: "Admin", text: "Also manages settings, people and keys." },
];

export function roleLabel(role: MemberRole): string {
  return roles.find((known) => known.role === role)?.label ?? role;
}

interface RoleChoiceProps {
  legend: string;
  value: MemberRole;
  onChange: (role: MemberRole) => void;
}

/** Choice of a role, with an explanation of each. */
export function RoleChoice({ legend, value, onChange }: RoleChoiceProps) {
  return (
    <fieldset class="field">
      <legend>{legend}</legend>
      {roles.map(({ role, label, text }) => (
        <label class="option" key={role}>
          <input type="radio" name="role" checked={role === value} onChange={() => onChange(role)} />
          <span>
            <strong>{label}</strong>
            <small>{text}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
