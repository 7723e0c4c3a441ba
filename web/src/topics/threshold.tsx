// The threshold as a slider over real articles: what is above the line belongs to it.
import { useEffect, useState } from "preact/hooks";
import { send } from "../api/client";
import type { Topic, TopicPreview } from "../api/types";
import { t } from "../i18n/text";
import { Failed, Skeleton } from "../ui/states";

export function Threshold({ topic }: { topic: Topic }) {
  const [at, setAt] = useState(topic.threshold);
  const [seen, setSeen] = useState<TopicPreview | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(() => {
      send<TopicPreview>("POST", `topics/${topic.id}/preview`, { threshold: at, limit: 60 }, stop.signal)
        .then((next) => (setSeen(next), setError(null)))
        .catch((trouble) => (trouble as Error).name !== "AbortError" && setError(trouble));
    }, seen ? 200 : 0);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [at]);
  if (error) return <Failed error={error} again={() => setAt(at)} />;
  if (!seen) return <Skeleton rows={6} />;
  const rows = [...seen.items].sort((a, b) => b.score - a.score);
  const scores = [topic.threshold, ...rows.map((row) => row.score)];
  const low = Math.min(...scores);
  const high = Math.max(...scores);
  const line = rows.findIndex((row) => row.score < at);
  return (
    <div class="narrow padded threshold">
      <h2>{t.topics.threshold}</h2>
      <p class="quiet">{t.topics.thresholdHint}</p>
      <div class="slider">
        <span class="quiet small">{t.topics.wider}</span>
        <input type="range" min={low} max={high} step={(high - low) / 200 || 0.01} value={at}
          aria-label={t.topics.threshold} aria-valuetext={t.topics.accepted(seen.accepted, seen.judged)}
          onInput={(event) => setAt(Number((event.target as HTMLInputElement).value))} />
        <span class="quiet small">{t.topics.stricter}</span>
      </div>
      <p aria-live="polite"><strong>{t.topics.accepted(seen.accepted, seen.judged)}</strong>{" "}
        <span class="quiet number">{at.toFixed(2)}{at === topic.threshold ? ` (${t.topics.current})` : ""}</span></p>
      <ol class="judged">{rows.map((row, i) => (
        <li key={row.article} class={`${row.score >= at ? "in" : "out"}${i === line ? " line" : ""}`}>
          <span class="number mono">{row.score.toFixed(2)}</span>
          <span><a class="plain" href={`/articles?open=${row.article}`}>{row.title}</a>{" "}
            <span class="quiet small">{row.source_title}</span></span>
        </li>))}</ol>
    </div>
  );
}
