type Field = HTMLInputElement | HTMLTextAreaElement;

/**
 * Ref of a field that needs text: submitting its form without any says so at the field, and moves the focus there. So the button that
 * submits is always enabled: a button is grey only while it works, or with the reason beside it.
 * @param also another ref of the field.
 */
export function mustHave(problem: string, also?: { current: Field | null }) {
  return (field: Field | null): void => {
    if (also) also.current = field;
    field?.setCustomValidity(field.value.trim() === "" ? problem : "");
  };
}
