/** Published on a channel to make its readers read the store; older versions find no event in it and ignore it. */
export const resyncWord = "look";
/** Most channels remembered; the oldest are dropped first, and their readers read the store at their next event. */
const mostChannels = 20_000;

/**
 * Channels whose events this process could deliver only to its own readers. Another process may reach Redis again before this one does: its
 * readers have then read the store, receive nothing that this process stored since, and would wait forever. So they are asked to read again
 * once this process reaches Redis, too.
 * @param publish publishes a text on a channel, to all processes
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
    /** Channels that cannot be published now stay for the next flush. */
    flush(): void {
      const waiting = [...channels];
      channels.clear();
      for (const channel of waiting) publish(channel, resyncWord).catch(() => note(channel));
    },
  };
}
