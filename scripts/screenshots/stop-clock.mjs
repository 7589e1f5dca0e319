/** From now on it is always this time in this process, for whoever asks `Date`; timers go on. */
export function stopClock(now) {
  const RealDate = globalThis.Date;
  globalThis.Date = class extends RealDate {
    constructor(...parts) {
      if (parts.length === 0) super(now.getTime());
      else super(...parts);
    }

    static now() {
      return now.getTime();
    }
  };
}
