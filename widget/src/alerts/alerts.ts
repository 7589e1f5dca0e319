import "../elements/preview/preview.ts";
import type { ChatClient } from "../client/chat-client.ts";
import { awaits } from "../client/kept.ts";
import { createEntry } from "../client/storage.ts";
import type { PreviewComponent } from "../elements/preview/preview.ts";
import type { Locale } from "../i18n/locale.ts";
import type { Launcher } from "../loader/launcher.ts";
import type { NotifyHostPage, Panel, PanelOptions } from "../panel/contract.ts";
import { applyTheme } from "../theme/apply-theme.ts";
import type { ViewState } from "../view/state.ts";
import { titleMark } from "../view/tell-page.ts";
import { type News, newestNews } from "./news.ts";
import { Others } from "./others.ts";
import { mayRing, ring, sound } from "./sound.ts";

/** Time up to which the visitor was notified, by kind. */
type Told = Partial<Record<"shown" | "rung", string>>;

/** Time in ms for which a tab holds its lock, so that other tabs see it even if their storage is not up to date. */
const heldMs = 1_000;

/** Chooses the one of the visitor's tabs that shows a notification, so that it is shown once. */
class Once {
  readonly #name: string;
  readonly #entry: ReturnType<typeof createEntry<Told>>;
  readonly #held = new Set<keyof Told>();

  constructor(name: string) {
    this.#name = name;
    this.#entry = createEntry<Told>(name, () => localStorage, toTold);
  }

  /** Deletes the notification times: they belong to another visitor. */
  clear(): void {
    this.#entry.clear();
  }

  /** True for the tab that may notify about a message of this time. False when it was already notified, or another tab does it. */
  async claim(kind: keyof Told, at: string): Promise<boolean> {
    const claim = () => {
      const told = this.#entry.read() ?? {};
      if ((told[kind] ?? "") >= at) return false;
      this.#entry.write({ ...told, [kind]: at });
      return true;
    };
    if (!navigator.locks || this.#held.has(kind)) return claim();
    return new Promise((resolve) => {
      void navigator.locks.request(`${this.#name}:${kind}`, { ifAvailable: true }, (lock) => {
        const isOurs = lock !== null && claim();
        resolve(isOurs);
        return isOurs ? this.#hold(kind) : undefined;
      });
    });
  }

  async #hold(kind: keyof Told): Promise<void> {
    this.#held.add(kind);
    await new Promise((done) => setTimeout(done, heldMs));
    this.#held.delete(kind);
  }
}

function toTold(value: Partial<Record<keyof Told, unknown>>): Told {
  const { shown, rung } = value;
  return { ...(typeof shown === "string" ? { shown } : {}), ...(typeof rung === "string" ? { rung } : {}) };
}

/**
 * Greatest age of a message that plays a tone, in ms. The tone is for new messages, not for messages that existed when the page was opened.
 */
const ringWithinMs = 60_000;
/** Delay before the tone, in ms. A visitor who looks at the chat in another window has read the message by then. */
const ringAfterMs = 400;

export interface AttendOptions extends Pick<PanelOptions, "launcher" | "look" | "place"> {
  client: ChatClient;
  locale: Locale;
  page: Pick<Panel, "run"> & { tell: NotifyHostPage };
}

/** Notifies the visitor of unread messages in all their conversations: badge, title, preview, tone, and an event for the page. */
export function attend(options: AttendOptions): void {
  const attendant = new Attendant(options);
  options.client.subscribe(attendant.look);
  document.addEventListener("visibilitychange", () => attendant.look());
  attendant.look();
}

class Attendant {
  readonly #options: AttendOptions;
  readonly #others: Others;
  readonly #once: Once;
  readonly #title = new PageTitle();
  readonly #preview: PreviewComponent;
  #unread = 0;
  #told = "";
  #rung = "";
  #dismissed = "";

  constructor(options: AttendOptions) {
    const { client, launcher, locale, place } = options;
    this.#options = options;
    this.#others = new Others(client, () => this.look());
    this.#once = new Once(`${client.kept.entryName}:told`);
    this.#preview = Object.assign(document.createElement("parley-preview") as PreviewComponent, { locale });
    this.#preview.addEventListener("parley-preview-open", () => void this.#open());
    this.#preview.addEventListener("parley-preview-close", ({ detail }: CustomEventInit<{ byKey: boolean }>) => {
      this.#dismissed = this.#preview.news?.at ?? "";
      this.look();
      if (detail?.byKey) launcher.button.focus();
    });
    launcher.element.addEventListener("keydown", (event) => this.#preview.onKeydown(event));
    // Not when the page contains the chat in an element of its own.
    if (launcher.element.isConnected) place(this.#preview);
  }

  look = (): void => {
    const { client, locale } = this.#options;
    const { state } = client;
    sound.isOffered = state.alerts?.sound === true;
    if (state.phase.type === "idle" && !client.kept.store.read()) this.#once.clear();
    this.#others.look(state);
    this.#count(state);
    const news = state.phase.type === "idle" ? undefined : newestNews(state, this.#others.unread ?? [], locale);
    this.#show(state, news);
    if (news && news.at > this.#rung) void this.#ring(news);
  };

  /**
   * Shows the number of unread messages on the launcher, in the title and to the page. Stores whether the next page must follow the feed.
   */
  #count(state: ViewState): void {
    const { client, launcher, locale, page } = this.#options;
    const isThere = state.phase.type !== "idle";
    const elsewhere = (this.#others.unread ?? []).reduce((sum, { unread }) => sum + unread, 0);
    const unread = isThere ? state.unread + elsewhere : 0;
    if (state.phase.type === "ready" && this.#others.unread) {
      const follow = awaits(state) || elsewhere > 0 || this.#others.isAwaited;
      client.kept.store.update({ follow: follow || undefined });
    }
    if (unread === this.#unread) return;
    this.#unread = unread;
    this.#title.update(unread);
    showUnread(launcher, locale, unread);
    page.tell("unread", { count: unread });
  }

  /** Shows a preview once for each answer, in the first visible tab. It stays until the answer is read, or the preview is closed or old. */
  #show({ theme, alerts }: ViewState, news: News | undefined): void {
    const { launcher, look, locale } = this.#options;
    const preview = this.#preview;
    const isThere = launcher.element.isConnected;
    if (!isThere) preview.remove();
    const isWanted = news && alerts?.preview !== false && !launcher.isOpen && isThere;
    if (!isWanted || news.at <= this.#dismissed) {
      preview.news = undefined;
      return;
    }
    if (document.hidden || news.at <= this.#told) return;
    this.#told = news.at;
    void locale
      .learn()
      .then(() => this.#once.claim("shown", news.at))
      .then((isOurs) => {
        if (!isOurs || launcher.isOpen) return;
        applyTheme(preview, theme ?? {}, look);
        preview.news = news;
      });
  }

  async #open(): Promise<void> {
    const { client, page } = this.#options;
    const { news } = this.#preview;
    // Change the conversation before the panel opens, so that no other conversation counts as read.
    if (news && news.ticketId !== client.state.ticket?.id)
      await client.openTicket(news.ticketId).catch(() => undefined);
    page.run("open", []);
  }

  async #ring({ at }: News): Promise<void> {
    this.#rung = at;
    const isNew = Date.now() - Date.parse(at) < ringWithinMs;
    if (!sound.isOffered || !sound.isOn || !isNew || !mayRing()) return;
    await new Promise((done) => setTimeout(done, ringAfterMs));
    if (this.#unread > 0 && (await this.#once.claim("rung", at))) await ring();
  }
}

/** Highest number that is shown. */
const maxShown = 9;

/** Shows the number of unread answers on the launcher and in its accessible name. */
function showUnread({ badge, button }: Launcher, { say }: Locale, count: number): void {
  const shown = count > maxShown ? `${maxShown}+` : String(count);
  badge.hidden = count === 0;
  badge.textContent = shown;
  // The accessible name contains the visible text, because voice control addresses a button by it.
  const unread = say("unread", { n: count }).replace(String(count), shown);
  button.ariaLabel = count > 0 ? `${say("title")}, ${unread}` : say("title");
}

/** Shows the number of unread answers in the document's title, as "(2) Title", and removes it again. */
class PageTitle {
  readonly #observer = new MutationObserver(() => this.#write());

  /** Sets the number of unread answers. A title that the page sets later also gets the mark. */
  update(unread: number): void {
    const { text: before } = titleMark;
    const mark = unread > 0 ? `(${unread}) ` : "";
    if (mark === before) return;
    const { title } = document;
    this.#observer.disconnect();
    titleMark.text = mark;
    document.title = mark + (title.startsWith(before) ? title.slice(before.length) : title);
    if (unread > 0) this.#observer.observe(document.head, { childList: true, subtree: true, characterData: true });
  }

  #write(): void {
    if (!document.title.startsWith(titleMark.text)) document.title = titleMark.text + document.title;
  }
}
