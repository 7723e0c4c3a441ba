import { useEffect, useRef } from "preact/hooks";
import type { SourceRow } from "../api/types";
import { go, withQuery } from "../app/place";
import { t } from "../i18n/text";
import { useKeys } from "../ui/keys";
import { Spark } from "../ui/spark";
import { StateDot } from "../ui/state_dot";
import { age, count, exactTime, parseTime, span, When } from "../ui/when";
import { problemText } from "./problem_text";
import { stateOf } from "./state_of";

const Heading = ({ id, text, sort, right }: { id?: string; text: string; sort: string; right?: boolean }) => (
  <th scope="col" class={right ? "number" : ""}
    aria-sort={id && (sort || "title") === id ? "ascending" : undefined}>
    {id ? <a class="plain" href={withQuery({ sort: id === "title" ? null : id })}>{text}</a> : text}
  </th>
);

export function SourceTable({ rows, chosen, onChoose, sort, onEnd }: {
  rows: readonly SourceRow[]; chosen: ReadonlySet<number>; sort: string; onEnd: () => void;
  onChoose: (chosen: ReadonlySet<number>) => void;
}) {
  const table = useRef<HTMLTableElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const more = useRef(onEnd);
  more.current = onEnd;
  useEffect(() => {
    const node = end.current;
    if (!node) return;
    const watcher = new IntersectionObserver((seen) =>
      seen.some((each) => each.isIntersecting) && more.current(), { rootMargin: "800px" });
    watcher.observe(node);
    return () => watcher.disconnect();
  }, [rows.length]);
  const links = () => [...(table.current?.querySelectorAll<HTMLAnchorElement>("tbody a.row-link") ?? [])];
  const step = (by: number) => {
    const all = links();
    const at = all.findIndex((each) => each === document.activeElement);
    const next = all[at < 0 ? 0 : at + by];
    next?.focus({ preventScroll: true });
    next?.scrollIntoView({ block: "nearest" });
  };
  const toggle = (id: number) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChoose(next);
  };
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    o: () => links().find((each) => each === document.activeElement)?.click(),
    x: () => {
      const row = document.activeElement?.closest<HTMLElement>("tr[data-id]");
      if (row) toggle(Number(row.dataset.id));
    },
  });
  const isAll = rows.length > 0 && rows.every((row) => chosen.has(row.id));
  return (
    <>
      <table class="dense sources" ref={table}>
        <thead>
          <tr>
            <th class="tick"><input type="checkbox" aria-label={t.sources.chooseAll} checked={isAll}
              onChange={() => onChoose(isAll ? new Set() : new Set(rows.map((row) => row.id)))} /></th>
            <Heading id="title" text={t.sources.title} sort={sort} />
            <Heading id="last_new" text={t.sources.lastNew} sort={sort} right />
            <Heading id="next_due" text={t.sources.next} sort={sort} right />
            <th scope="col" class="number spark-cell" colSpan={2}>{t.sources.perWeek}</th>
            <Heading text={t.sources.delay} sort={sort} right />
            <Heading id="failures" text={t.sources.failures} sort={sort} right />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} isChosen={chosen.has(row.id)} onToggle={toggle} />
          ))}
        </tbody>
      </table>
      <div ref={end} class="list-end" />
    </>
  );
}

function Row({ row, isChosen, onToggle }: {
  row: SourceRow; isChosen: boolean; onToggle: (id: number) => void;
}) {
  const { state, word } = stateOf(row);
  const due = parseTime(row.next_due);
  const name = row.title || row.url;
  return (
    <tr data-id={row.id} class={isChosen ? "chosen" : ""}>
      <td class="tick"><input type="checkbox" checked={isChosen}
        aria-label={`${t.sources.choose}: ${name}`} onChange={() => onToggle(row.id)} /></td>
      <td class="name">
        <StateDot state={state} word={word} />
        <a class="plain cut row-link" href={`/sources/${row.id}`} title={row.url}>{name}</a>
        {row.folder && <button type="button" class="tag folder-tag"
          onClick={() => go(withQuery({ folder: row.folder }))}>{row.folder}</button>}
        {row.problem && <span class="failing small cut reason" title={problemText(row.problem)}>{problemText(row.problem)}</span>}
      </td>
      <td class="number quiet" data-word={t.sources.lastNew}>{row.last_new || !row.per_week ? <When ago at={row.last_new} /> : "–"}</td>
      <td class="number quiet" data-word={t.sources.next} title={due === null ? "" : exactTime(due)}>
        {due === null ? "–" : due < Date.now() ? t.sources.states.due : age(due)}
      </td>
      <td class="spark-cell"><Spark values={row.days} label={t.sources.perDay} width={70} height={16} /></td>
      <td class="number wide-only">{row.per_week ? count(row.per_week) : <span class="quiet">0</span>}</td>
      <td class="number wide-only">{row.median_delay_s === null ? <span class="quiet">–</span>
        : <a class="plain" href={`/sources/${row.id}`}>{span(row.median_delay_s)}</a>}</td>
      <td class="number" data-word={row.failures > 0 ? t.sources.failures : undefined}>{row.failures > 0
        ? <a class="failing" href={`/sources/${row.id}?tab=visits`}>{count(row.failures)}</a> : ""}</td>
    </tr>
  );
}
