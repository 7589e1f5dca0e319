import type { HomeSettings, OpeningHours } from "../../../protocol/home.ts";
import { weekDays } from "../../../protocol/week-days.ts";
import { ParsedField } from "../ui/fields.tsx";
import { formatSpans, parseDates, parseSpans } from "./time-text.ts";

const dayNames = {
  mon: "Monday",
  tue: "Tuesday",
  wed: "Wednesday",
  thu: "Thursday",
  fri: "Friday",
  sat: "Saturday",
  sun: "Sunday",
} as const;

interface Props {
  home: HomeSettings;
  onChange: (change: Partial<HomeSettings>) => void;
}

/** Opening hours and the usual response time. */
export function HoursSettings({ home, onChange }: Props) {
  const { hours } = home;
  return (
    <>
      <label class="option">
        <input
          type="checkbox"
          checked={hours !== null}
          onChange={(event) => onChange({ hours: event.currentTarget.checked ? usualHours() : null })}
        />
        <span>
          <strong>Show opening hours</strong>
          <small>The assistant is always available. This tells visitors when your team is.</small>
        </span>
      </label>
      {hours ? <WeekFields hours={hours} onChange={(next) => onChange({ hours: { ...hours, ...next } })} /> : null}
      <ParsedField
        label="Typical reply time (minutes)"
        value={home.answer_minutes ?? 0}
        format={(minutes) => (minutes === 0 ? "" : String(minutes))}
        parse={parseMinutes}
        problem="Enter minutes from 1 to 20160, or leave empty."
        hint="Counted in opening hours. Leave empty to hide."
        onChange={(minutes) => onChange({ answer_minutes: minutes === 0 ? null : minutes })}
      />
    </>
  );
}

function WeekFields({ hours, onChange }: { hours: OpeningHours; onChange: (change: Partial<OpeningHours>) => void }) {
  return (
    <>
      <ParsedField
        label="Time zone"
        value={hours.zone}
        format={(zone) => zone}
        parse={parseZone}
        problem="Enter a time zone, for example Europe/Berlin."
        onChange={(zone) => onChange({ zone })}
      />
      {weekDays.map((day) => (
        <ParsedField
          key={day}
          label={dayNames[day]}
          value={hours.week[day] ?? []}
          format={formatSpans}
          parse={parseSpans}
          problem="Enter hours, for example 09:00-12:00, 13:00-17:00, or leave empty."
          onChange={(spans) => onChange({ week: { ...hours.week, [day]: spans } })}
        />
      ))}
      <ParsedField
        label="Holidays"
        value={hours.holidays}
        format={(dates) => dates.join(", ")}
        parse={parseDates}
        problem="Enter dates, for example 2026-12-25, 2026-12-26."
        hint="Closed all day, for example 2026-12-25, 2026-12-26."
        onChange={(holidays) => onChange({ holidays })}
      />
    </>
  );
}

function usualHours(): OpeningHours {
  const day = [{ from: "09:00", to: "17:00" }];
  const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions();
  return { zone, week: { mon: day, tue: day, wed: day, thu: day, fri: day }, holidays: [] };
}

function parseZone(text: string): string | null {
  try {
    new Intl.DateTimeFormat("en", { timeZone: text.trim() });
    return text.trim();
  } catch {
    return null;
  }
}

function parseMinutes(text: string): number | null {
  if (text.trim() === "") return 0;
  const minutes = Number(text);
  return Number.isInteger(minutes) && minutes >= 1 && minutes <= 20_160 ? minutes : null;
}
