// Versions by day over the last half year; a day leads to its newest version.
import type { Version } from "../api/types";
import { withQuery } from "../app/place";
import { t } from "../i18n/text";
import { count, shortDate } from "../ui/when";

export interface Day {
  readonly day: string;
  readonly versions: number;
}

const weeks = 26;
const cell = 9;
const step = 11;
const dayLength = 86_400_000;

export function Calendar({ days, items }: { days: readonly Day[]; items: readonly Version[] }) {
  const counts = new Map(days.map((each) => [each.day, each.versions]));
  const newest = new Map<string, string>();
  for (const each of items) {
    const day = each.seen.slice(0, 10);
    if (!newest.has(day)) newest.set(day, each.time);
  }
  const most = Math.max(1, ...counts.values());
  const today = Date.parse(new Date().toISOString().slice(0, 10));
  const weekday = (new Date(today).getUTCDay() + 6) % 7;
  const begin = today - (weekday + (weeks - 1) * 7) * dayLength;
  const cells = Array.from({ length: weeks * 7 }, (_, i) => ({ i, at: begin + i * dayLength }))
    .filter(({ at }) => at <= today);
  const total = [...counts.values()].reduce((sum, each) => sum + each, 0);
  return (
    <figure class="calendar">
      <figcaption><h2>{t.versions.calendar}</h2><span class="quiet small">{count(total)}</span></figcaption>
      <svg viewBox={`0 0 ${weeks * step} ${7 * step + 14}`} role="group" aria-label={t.versions.calendar}>
        {cells.map(({ i, at }) => {
          const day = new Date(at).toISOString().slice(0, 10);
          const many = counts.get(day) ?? 0;
          const time = newest.get(day);
          const text = `${shortDate(at)}: ${count(many)}`;
          const box = (
            <rect x={Math.floor(i / 7) * step} y={14 + (i % 7) * step} width={cell} height={cell} rx={2}
              class={many ? "heat" : "ground"} fill-opacity={many ? (0.35 + 0.65 * many / most).toFixed(2) : undefined}>
              <title>{text}</title>
            </rect>
          );
          return time ? <a key={i} href={withQuery({ to: time, from: null })} aria-label={text}>{box}</a> : <g key={i}>{box}</g>;
        })}
        {cells.filter(({ i, at }) => i % 7 === 0 && new Date(at).getUTCDate() <= 7).map(({ i, at }) => (
          <text key={i} x={Math.floor(i / 7) * step} y={9} class="axis">{shortDate(at).replace(/[\d\s]+/g, "")}</text>
        ))}
      </svg>
    </figure>
  );
}
