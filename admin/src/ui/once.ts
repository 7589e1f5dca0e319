/** For a click that opens another ticket: the second click of a double click would hit that ticket's button. */
export function once(press: () => void): (event: MouseEvent) => void {
  return (event) => {
    if (event.detail <= 1) press();
  };
}
