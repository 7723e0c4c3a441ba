// How soon its last articles were found, against what the plan promises.
import type { SourceDetail } from "../api/types";
import { t } from "../i18n/text";
import { span } from "../ui/when";

export function Delays({ source }: { source: SourceDetail }) {
  const delays = source.delays.filter((each) => each.delay_s >= 0).slice(0, 40).reverse();
  if (delays.length === 0) {
    return <figure><figcaption><h2>{t.source.delays}</h2></figcaption><p class="quiet">{t.source.noDelays}</p></figure>;
  }
  const width = 480;
  const height = 96;
  // Logarithmic: a minute and a day on one picture.
  const scale = (seconds: number) => Math.log10(Math.max(1, seconds));
  const most = Math.max(scale(60), ...delays.map((each) => scale(each.delay_s)), scale(source.expected_delay_s ?? 1)) * 1.05;
  const y = (seconds: number) => height - 4 - scale(seconds) / most * (height - 12);
  const step = width / delays.length;
  const expected = source.expected_delay_s;
  return (
    <figure class="delays">
      <figcaption>
        <h2>{t.source.delays}</h2>
        <span class="quiet small">
          {source.median_delay_s !== null && t.source.median(span(source.median_delay_s))}
          {expected !== null && <> · {t.source.expected(span(expected))}</>}
        </span>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="group" aria-label={t.source.delays}>
        <line x1="0" x2={width} y1={height - 4} y2={height - 4} class="base" />
        {delays.map((each, i) => (
          <a key={each.article} href={`/articles?open=${each.article}`} aria-label={each.title}>
            <title>{`${each.title} · ${span(each.delay_s)}`}</title>
            <rect x={i * step} y={0} width={step} height={height} fill="transparent" />
            <circle cx={i * step + step / 2} cy={y(each.delay_s)} r={3.4}
              class={expected !== null && each.delay_s > expected * 3 ? "dot slow" : "dot"} />
          </a>
        ))}
        {expected !== null && <line x1="0" x2={width} y1={y(expected)} y2={y(expected)} class="expected" />}
      </svg>
    </figure>
  );
}
