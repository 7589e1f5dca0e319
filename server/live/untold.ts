/** What is said on a channel to have its readers look at the store; older versions read no event in it and pass it over. */
export const lookWord = "look";
/** Channels that are remembered; the oldest go first, and their readers look at the next event of theirs. */
const mostChannels = 20_000;

/**
 * Channels whose events this process could tell to its own readers only. Another process may reach Redis again before this one does: its readers
 * have looked at the store by then, hear nothing of what this one stored since, and would wait for ever. So they are told to look once this one
 * reaches Redis, too.
 * @param tell says a text on a channel, to all processes
 */
export function createUntold(tell: (channel: string, text: string) => Promise<unknown>) {
  const channels = new Set<string>();
  const note = (channel: string) => {
    channels.delete(channel);
    channels.add(channel);
    const [oldest] = channels;
    if (channels.size > mostChannels && oldest !== undefined) channels.delete(oldest);
  };
  return {
    note,
    /** What cannot be told now is told the next time. */
    flush(): void {
      const waiting = [...channels];
      channels.clear();
      for (const channel of waiting) tell(channel, lookWord).catch(() => note(channel));
    },
  };
}
