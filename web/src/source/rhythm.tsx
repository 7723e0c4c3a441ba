// The learned rhythm: 24 hours by 7 days, darker where more is published; the next
// visits as rings. The profile is in UTC and shown in the reader's own time.
import { t } from "../i18n/text";
import { parseTime } from "../ui/when";
import { eastOfUtc } from "../ui/zone";

const cell = 17;
const gap = 2;
const left = 34;
const top = 16;

export function Rhythm({ profile, next, learning }: {
  profile: readonly number[]; next: readonly string[];
  // Less than a few days were seen: it is a first guess.
  learning: boolean;
}) {
  const shift = eastOfUtc();
  const at = (day: number, hour: number) =>
    profile[(((day * 24 + hour - shift) % 168) + 168) % 168] ?? 0;
  const most = Math.max(0.001, ...profile);
  const visits = new Map<string, number>();
  for (const each of next) {
    const moment = parseTime(each);
    if (moment === null) continue;
    const when = new Date(moment);
    const key = `${(when.getDay() + 6) % 7} ${when.getHours()}`;
    visits.set(key, (visits.get(key) ?? 0) + 1);
  }
  const width = left + 24 * (cell + gap);
  const height = top + 7 * (cell + gap);
  return (
    <figure class="rhythm">
      <figcaption><h2>{t.source.rhythm}</h2></figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`${t.source.rhythm}. ${t.source.rhythmHint}`}>
        {[0, 6, 12, 18].map((hour) => (
          <text key={hour} x={left + hour * (cell + gap)} y={10} class="axis">{hour}</text>
        ))}
        {t.source.days.map((name, day) => (
          <g key={name}>
            <text x={0} y={top + day * (cell + gap) + 13} class="axis">{name}</text>
            {Array.from({ length: 24 }, (_, hour) => {
              const x = left + hour * (cell + gap);
              const y = top + day * (cell + gap);
              const value = at(day, hour);
              const isNext = visits.has(`${day} ${hour}`);
              return (
                <g key={hour}>
                  <title>{`${t.source.at(name, hour)} · ${t.source.level(value.toFixed(1))}${isNext ? ` · ${t.source.nextVisit}` : ""}`}</title>
                  <rect x={x} y={y} width={cell} height={cell} rx={3} class="ground" />
                  <rect x={x} y={y} width={cell} height={cell} rx={3} class="heat"
                    fill-opacity={Math.pow(value / most, 0.7).toFixed(3)} />
                  {isNext && <circle cx={x + cell / 2} cy={y + cell / 2} r={5} class="ring" />}
                </g>
              );
            })}
          </g>
        ))}
      </svg>
      <p class="quiet small">{learning && <>{t.source.learning} </>}{t.source.rhythmHint}</p>
    </figure>
  );
}
