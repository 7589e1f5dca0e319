export interface RadioChoice<Value extends string> {
  value: Value;
  label: string;
  text: string;
}

interface RadioOptionsProps<Value extends string> {
  legend: string;
  /** Of the group in the page; no other group has it. */
  name: string;
  choices: ReadonlyArray<RadioChoice<Value>>;
  chosen: Value;
  onChange: (value: Value) => void;
}

/** One of a few, each with a sentence on what it means. */
export function RadioOptions<Value extends string>(props: RadioOptionsProps<Value>) {
  const { legend, name, choices, chosen, onChange } = props;
  return (
    <fieldset class="field">
      <legend>{legend}</legend>
      {choices.map(({ value, label, text }) => (
        <label class="option" key={value}>
          <input type="radio" name={name} checked={chosen === value} onChange={() => onChange(value)} />
          <span>
            <strong>{label}</strong>
            <small>{text}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
