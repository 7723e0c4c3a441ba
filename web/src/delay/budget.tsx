import { useState } from "preact/hooks";
import type { DelayView } from "../api/types";
import { t } from "../i18n/text";
import { span } from "../ui/when";

// "What would twice the budget buy?", by the scheduler's own model.
export function Budget({ budget }: { budget: NonNullable<DelayView["budget"]> }) {
  const offers = budget.offers;
  const now = Math.max(0, offers.findIndex((each) => each.factor === 1));
  const [at, setAt] = useState(now);
  const offer = offers[at];
  const width = 480;
  const height = 110;
  const most = Math.max(1e-9, ...offers.map((each) => each.expected_delay_s));
  const x = (i: number) => 10 + (i / Math.max(1, offers.length - 1)) * (width - 20);
  const y = (delay: number) => height - (delay / most) * (height - 14);
  return (
    <section class="block">
      <h2>{t.delay.budget}</h2>
      {!offer ? <p class="quiet">{t.delay.unlimited}</p> : (
        <>
          <svg class="curve" viewBox={`0 0 ${width} ${height + 4}`} role="img" aria-label={t.delay.budget}>
            <line x1="0" x2={width} y1={height} y2={height} class="base" />
            <polyline points={offers.map((each, i) => `${x(i)},${y(each.expected_delay_s)}`).join(" ")} class="line" />
            {offers.map((each, i) => (
              <circle key={each.factor} cx={x(i)} cy={y(each.expected_delay_s)} r={i === at ? 6 : 3} class="dot">
                <title>{`${each.factor}×: ${span(each.expected_delay_s)}`}</title>
              </circle>
            ))}
          </svg>
          <input type="range" min={0} max={offers.length - 1} step={1} value={at} aria-label={t.delay.factor}
            aria-valuetext={`${offer.factor}×, ${t.delay.wait(span(offer.expected_delay_s))}`}
            onInput={(event) => setAt(Number((event.target as HTMLInputElement).value))} />
          <p class="budget-now" aria-live="polite">
            <strong>{offer.factor}×</strong>{at === now ? ` (${t.delay.now})` : ""}:{" "}
            {t.delay.visitsPerHour(Math.round(offer.visits_per_hour))} → {t.delay.wait(span(offer.expected_delay_s))}
          </p>
        </>
      )}
    </section>
  );
}
