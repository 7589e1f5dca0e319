/** Where the browser does not tell of a new address, it is looked at. */
const lookMs = 1_000;

/** Calls back each time the address has got another path while the page stays loaded. */
export function onOtherPath(tell: () => void): void {
  let path = location.pathname;
  const look = () => {
    if (path === location.pathname) return;
    path = location.pathname;
    tell();
  };
  if (window.navigation) window.navigation.addEventListener("currententrychange", look);
  else setInterval(look, lookMs);
}
