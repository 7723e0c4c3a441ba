// The threshold as a slider over real articles: what is above the line belongs to the topic.
// All are judged once; where the line runs is reckoned here, so that the slider does not wait.
import type { ComponentChildren } from "preact";
import type { TopicPreview } from "../api/types";
import { t } from "../i18n/text";

type Row = TopicPreview["items"][number];
const isIn = (row: Row, at: number | null) => at !== null && row.best && row.score > 0 && row.score >= at;
// Of what is all but certain, digits enough to tell apart; never more than it is. Scores
// are whole millionths: as a fraction 0.58 is a little less, and would be told as 0.57.
export function closeness(score: number): string {
  const digits = score > 0.99 ? 4 : 2;
  const millionths = Math.round(score * 1e6);
  return (Math.floor(millionths / 10 ** (6 - digits)) / 10 ** digits).toFixed(digits);
}
// Behind the line so many are shown, to see what is left out.
const behindTheLine = 20;

export function Judged({ seen, at, current, onMove, children }: {
  // null: none is known, and nothing is accepted until somebody chooses one.
  seen: TopicPreview; at: number | null; current: number | null; onMove: (at: number) => void;
  // What can be done with it: before the list, which is long.
  children?: ComponentChildren;
}) {
  const rows = seen.items;
  const accepted = rows.filter((row) => isIn(row, at)).length;
  // Each stop moves the line past an article: of probabilities most are close to 1, where
  // steps of one size would pass over many.
  const line = at ?? 1;
  const stops = [...new Set([current ?? line, line, ...rows.map((row) => row.score)])].sort((a, b) => a - b);
  const first = rows.findIndex((row) => row.score < line);
  const shown = first < 0 ? rows : rows.slice(0, first + behindTheLine);
  return (
    <div class="threshold">
      <div class="slider">
        <span class="quiet small">{t.topics.wider}</span>
        <input type="range" min={0} max={stops.length - 1} step={1} value={stops.indexOf(line)}
          aria-label={t.topics.threshold} aria-valuetext={t.topics.accepted(accepted, seen.judged)}
          onInput={(event) => onMove(stops[Number((event.target as HTMLInputElement).value)] ?? line)} />
        <span class="quiet small">{t.topics.stricter}</span>
      </div>
      <p aria-live="polite">{at === null ? t.topics.noThreshold : (
        <><strong>{t.topics.accepted(accepted, seen.judged)}</strong>{" "}
          <span class="quiet number">{closeness(at)}{at === current ? ` (${t.topics.current})` : ""}</span></>)}</p>
      {children}
      <ol class="judged">{shown.map((row, i) => (
        <li key={row.article} class={`${isIn(row, at) ? "in" : "out"}${i === first ? " line" : ""}`}>
          <span class="number mono">{closeness(row.score)}</span>
          <span><a class="plain" href={`/articles?open=${row.article}`}>{row.title}</a>{" "}
            <span class="quiet small">{row.source_title}
              {!row.best && row.score >= line && ` · ${t.topics.elsewhere}`}</span></span>
        </li>))}</ol>
    </div>
  );
}
