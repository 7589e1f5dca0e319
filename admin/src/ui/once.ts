/** A press that leads to another ticket: the second click of a double click would meet the button of that one. */
export function once(press: () => void): (event: MouseEvent) => void {
  return (event) => {
    if (event.detail <= 1) press();
  };
}
