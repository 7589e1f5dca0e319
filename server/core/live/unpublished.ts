/** Published on a channel to have its readers read the store; older versions read no event in it and pass it over. */
export const resyncWord = "look";
/** Channels that are remembered; the oldest go first, and their readers read the store at the next event of theirs. */
const mostChannels = 20_000;

/**
 * Channels whose events this process could tell to its own readers only. Another process may reach Redis again before this one does: its readers
 * have read the store by then, hear nothing of what this one stored since, and would wait for ever. So they are told to read it again once this
 * one reaches Redis, too.
 * @param publish says a text on a channel, to all processes
 */
export function createUnpublished(publish: (channel: string, text: string) => Promise<unknown>) {
  const channels = new Set<string>();
  const note = (channel: string) => {
    channels.delete(channel);
    channels.add(channel);
    const [oldest] = channels;
    if (channels.size > mostChannels && oldest !== undefined) channels.delete(oldest);
  };
  return {
    note,
    /** What cannot be published now is published the next time. */
    flush(): void {
      const waiting = [...channels];
      channels.clear();
      for (const channel of waiting) publish(channel, resyncWord).catch(() => note(channel));
    },
  };
}
