import type { Home, HomeSettings } from "../../../protocol/home.ts";
import { AppError } from "../../core/errors.ts";
import { expectedBy, openingAt } from "./opening-hours.ts";

const nothing: HomeSettings = { links: [], notice: null, hours: null, answer_minutes: null, ai_notice: null };

/** All settings of the first screen: the tenant's choice, empty for the rest. */
export function fullHome(chosen: Partial<HomeSettings>): HomeSettings {
  return { ...nothing, ...chosen };
}

/** The first screen for a visitor at this time. */
export function homeNow(chosen: Partial<HomeSettings>, now: Date): Home {
  const { links, notice, hours, answer_minutes, ai_notice } = fullHome(chosen);
  const isOver = notice?.until != null && Date.parse(notice.until) <= now.getTime();
  const opening = hours && openingAt(hours, now);
  return {
    links,
    notice: isOver ? null : notice,
    opening: opening && { is_open: opening.isOpen, changes_at: opening.changesAt?.toISOString() ?? null },
    answer_minutes,
    ai_notice,
  };
}

/** Time by which the team has usually replied to a request made now; undefined when the tenant promises nothing. */
export function expectedAnswer(chosen: Partial<HomeSettings>, askedAt: Date): Date | undefined {
  const { hours, answer_minutes } = fullHome(chosen);
  return (answer_minutes === null ? null : expectedBy(hours, askedAt, answer_minutes)) ?? undefined;
}

/**
 * Checks that a schema cannot do: only the platform knows its time zones.
 * @throws AppError `invalid_request`.
 */
export function checkHome({ hours }: Partial<HomeSettings>): void {
  if (hours && !isZone(hours.zone)) {
    const message = "must be a time zone name, for example Europe/Berlin";
    throw new AppError("invalid_request", `home.hours.zone ${message}.`, {
      details: [{ field: "home.hours.zone", message }],
    });
  }
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }) !== null;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
