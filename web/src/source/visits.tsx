// Our visits as a time line: hit, nothing, failed, by shape and colour.
import type { Visit } from "../api/types";
import { t } from "../i18n/text";
import { bytes, dateAndClock, exactTime, parseTime, span } from "../ui/when";

export type Hit = "hit" | "nothing" | "passed" | "failed";

// Not a failure: its publisher's rules were kept, or he asked for rest.
const passedOver = new Set(["robots-denied", "robots-unreadable", "throttled"]);
const good = new Set(["fetched", "not modified", "not-modified", "unchanged", "new", "ok", "moved"]);

export function hitOf(visit: Visit): Hit {
  if (visit.new > 0 || visit.version) return "hit";
  if (passedOver.has(visit.outcome)) return "passed";
  return visit.error || (visit.status >= 400) || !isGood(visit) ? "failed" : "nothing";
}
const isGood = (visit: Visit) => visit.error === "" || good.has(visit.outcome);

// "passed over: forbidden by robots.txt"
export function outcomeText(visit: Visit): string {
  const said = t.source.outcomes[visit.outcome] ?? visit.outcome;
  return hitOf(visit) === "passed" ? `${t.source.passed}: ${said}` : said;
}

export const visitText = (visit: Visit) =>
  [exactTime(parseTime(visit.started) ?? 0), outcomeText(visit), visit.status || "",
    bytes(visit.wire_bytes), span(visit.took_ms / 1000), visit.new ? `+${visit.new}` : "", visit.error]
    .filter(Boolean).join(" · ");

export function VisitLine({ visits }: { visits: readonly Visit[] }) {
  const all = visits.slice(0, 100).reverse();
  const first = parseTime(all[0]?.started);
  const last = parseTime(all[all.length - 1]?.started);
  if (first === null || last === null) return <p class="quiet">{t.source.noVisits}</p>;
  const width = 480;
  const reach = Math.max(1, last - first);
  return (
    <figure class="visit-line">
      <figcaption><h2>{t.source.visitLine}</h2></figcaption>
      <svg viewBox={`0 0 ${width} 46`} role="img" aria-label={t.source.visitLine} preserveAspectRatio="none">
        <line x1="0" x2={width} y1="30" y2="30" class="base" />
        {all.map((visit) => {
          const x = 5 + ((parseTime(visit.started) ?? 0) - first) / reach * (width - 10);
          const hit = hitOf(visit);
          return (
            <g key={visit.id}>
              <title>{visitText(visit)}</title>
              <rect x={x - 4} y={0} width={8} height={46} fill="transparent" />
              {hit === "hit" && <line x1={x} x2={x} y1={6} y2={30} class="hit" />}
              {hit === "nothing" && <line x1={x} x2={x} y1={22} y2={30} class="nothing" />}
              {hit === "passed" && <circle cx={x} cy={37} r={3} class="passed" />}
              {hit === "failed" && <path d={`M${x - 4} 32 L${x + 4} 42 M${x + 4} 32 L${x - 4} 42`} class="failed" />}
            </g>
          );
        })}
      </svg>
      <p class="legend quiet small"><span>{dateAndClock(first)}</span><span>{dateAndClock(last)}</span></p>
      <p class="legend quiet small">
        <span><i class="hit" /> {t.source.hit}</span>
        <span><i class="nothing" /> {t.source.nothing}</span>
        <span><i class="passed">○</i> {t.source.passed}</span>
        <span><i class="failed">×</i> {t.source.failed}</span>
      </p>
    </figure>
  );
}
