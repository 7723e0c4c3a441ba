// The threshold as a slider over real articles: what is above the line belongs to the topic.
// All are judged once; where the line runs is reckoned here, so that the slider does not wait.
import type { ComponentChildren } from "preact";
import type { TopicPreview } from "../api/types";
import { t } from "../i18n/text";

type Row = TopicPreview["items"][number];
const isIn = (row: Row, at: number) => row.best && row.score >= at;
// Behind the line so many are shown, to see what is left out.
const behindTheLine = 20;

export function Judged({ seen, at, current, onMove, children }: {
  seen: TopicPreview; at: number; current: number; onMove: (at: number) => void;
  // What can be done with it: before the list, which is long.
  children?: ComponentChildren;
}) {
  const rows = seen.items;
  const accepted = rows.filter((row) => isIn(row, at)).length;
  const scores = [current, at, ...rows.map((row) => row.score)];
  const low = Math.min(...scores);
  const high = Math.max(...scores);
  const line = rows.findIndex((row) => row.score < at);
  const shown = line < 0 ? rows : rows.slice(0, line + behindTheLine);
  return (
    <div class="threshold">
      <div class="slider">
        <span class="quiet small">{t.topics.wider}</span>
        <input type="range" min={low} max={high} step={(high - low) / 200 || 0.01} value={at}
          aria-label={t.topics.threshold} aria-valuetext={t.topics.accepted(accepted, seen.judged)}
          onInput={(event) => onMove(Number((event.target as HTMLInputElement).value))} />
        <span class="quiet small">{t.topics.stricter}</span>
      </div>
      <p aria-live="polite"><strong>{t.topics.accepted(accepted, seen.judged)}</strong>{" "}
        <span class="quiet number">{at.toFixed(2)}{at === current ? ` (${t.topics.current})` : ""}</span></p>
      {children}
      <ol class="judged">{shown.map((row, i) => (
        <li key={row.article} class={`${isIn(row, at) ? "in" : "out"}${i === line ? " line" : ""}`}>
          <span class="number mono">{row.score.toFixed(2)}</span>
          <span><a class="plain" href={`/articles?open=${row.article}`}>{row.title}</a>{" "}
            <span class="quiet small">{row.source_title}
              {!row.best && row.score >= at && ` · ${t.topics.elsewhere}`}</span></span>
        </li>))}</ol>
    </div>
  );
}
