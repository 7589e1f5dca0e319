const key = "parley.invitation";

/** Keeps an invitation's token in this tab while its owner is at the provider: it stands behind `#`, and no server is told. */
export function keepInvitation(token: string): void {
  try {
    sessionStorage.setItem(key, token);
  } catch {
    // Storage is blocked: the link of the mail has to be opened again.
  }
}

/** Gives the address of an invitation's page back what it had; once. */
export function restoreInvitation(): void {
  if (location.pathname !== "/console/invitation" || location.hash !== "") return;
  try {
    const token = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    if (token !== null) history.replaceState(history.state, "", `${location.pathname}${location.search}#${token}`);
  } catch {
    // Nothing was kept.
  }
}
