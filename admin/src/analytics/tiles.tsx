import type { Analytics } from "../../../protocol/admin-analytics.ts";
import { ticketsPath } from "./analytics-calls.ts";
import { Definition } from "./definition.tsx";
import { type TileSpec, tiles } from "./measures.ts";
import { changeText, numberText } from "./number-text.ts";

/** The period in numbers, each beside that of the period before. */
export function Tiles({ read }: { read: Analytics }) {
  return (
    <ul class="tiles">
      {tiles.map((tile) => (
        <Tile key={tile.value} tile={tile} read={read} />
      ))}
    </ul>
  );
}

function Tile({ tile, read }: { tile: TileSpec; read: Analytics }) {
  const { value, label, kind, measure, definition } = tile;
  const now = read.values[value];
  const change = changeText(now, read.values_before[value], tile);
  const text = numberText(now, kind);
  return (
    <li class="tile">
      <div class="tile-head">
        <span>{label}</span>
        <Definition of={label} text={definition} />
      </div>
      {now === null || now === 0 ? (
        <span class="tile-value">{text}</span>
      ) : (
        <a class="tile-value" href={ticketsPath({ measure, from: read.from, to: read.to })}>
          {text}
          <span class="visually-hidden"> {label}: see the tickets</span>
        </a>
      )}
      <span class={`tile-change tile-${change.tone}`}>{change.text}</span>
    </li>
  );
}
