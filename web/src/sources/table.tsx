import { useEffect, useRef } from "preact/hooks";
import type { SourceRow } from "../api/types";
import { go, withQuery } from "../app/place";
import { mayWrite } from "../app/session";
import { t } from "../i18n/text";
import { useKeys } from "../ui/keys";
import { Spark } from "../ui/spark";
import { StateDot } from "../ui/state_dot";
import { age, count, exactTime, parseTime, span, When } from "../ui/when";
import { directionOf } from "./order";
import { problemText } from "./problem_text";
import { stateOf } from "./state_of";

// Without `id` it is no order.
const Heading = ({ id, text, sort, name = "number", span }: {
  id: string | null; text: string; sort: string; name?: string; span?: number;
}) => (
  <th scope="col" class={name} colSpan={span}
    aria-sort={(sort || "title") === id ? directionOf(id) : undefined}>
    {id ? <a class="plain" href={withQuery({ sort: id === "title" ? null : id })}>{text}</a> : text}
  </th>
);

export function SourceTable({ rows, chosen, onChoose, sort, hasOwnOrders, onEnd }: {
  rows: readonly SourceRow[]; chosen: ReadonlySet<number>; sort: string; onEnd: () => void;
  hasOwnOrders: boolean;
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
  const here = () => Number(document.activeElement?.closest<HTMLElement>("tr[data-id]")?.dataset.id) || null;
  const linkOf = (id: number) => table.current?.querySelector<HTMLAnchorElement>(`tr[data-id="${id}"] a.row-link`);
  const step = (by: number) => {
    const at = rows.findIndex((each) => each.id === here());
    const next = rows[at < 0 ? 0 : at + by];
    if (!next) return;
    linkOf(next.id)?.focus({ preventScroll: true });
    linkOf(next.id)?.scrollIntoView({ block: "nearest" });
  };
  // With Shift all from the one that was chosen last.
  const last = useRef<number | null>(null);
  const toggle = (id: number, isRange: boolean) => {
    if (!mayWrite()) return;
    const next = new Set(chosen);
    const from = rows.findIndex((each) => each.id === last.current);
    const to = rows.findIndex((each) => each.id === id);
    if (isRange && from >= 0) {
      for (const row of rows.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(row.id);
    } else if (!next.delete(id)) {
      next.add(id);
    }
    last.current = id;
    onChoose(next);
  };
  const toggleHere = (isRange: boolean) => {
    const id = here();
    if (id !== null) toggle(id, isRange);
  };
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    o: () => linkOf(here() ?? 0)?.click(),
    x: () => toggleHere(false),
    X: () => toggleHere(true),
    Escape: () => chosen.size > 0 && onChoose(new Set()),
  });
  const isAll = rows.length > 0 && rows.every((row) => chosen.has(row.id));
  return (
    <>
      <table class="dense sources" ref={table}>
        <thead>
          <tr>
            <th class="tick"><input type="checkbox" aria-label={t.sources.chooseAll} checked={isAll}
              onChange={() => onChoose(isAll ? new Set() : new Set(rows.map((row) => row.id)))} /></th>
            <Heading id="title" text={t.sources.title} sort={sort} name="" />
            <Heading id="last_new" text={t.sources.lastNew} sort={sort} />
            <Heading id="next_due" text={t.sources.next} sort={sort} />
            <Heading id={hasOwnOrders ? "per_week" : null} text={t.sources.perWeek} sort={sort} name="number spark-cell" span={2} />
            <Heading id={hasOwnOrders ? "delay" : null} text={t.sources.delay} sort={sort} />
            <Heading id="failures" text={t.sources.failures} sort={sort} />
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
  row: SourceRow; isChosen: boolean; onToggle: (id: number, isRange: boolean) => void;
}) {
  const { state, word } = stateOf(row);
  const due = parseTime(row.next_due);
  const name = row.title || row.url;
  return (
    <tr data-id={row.id} class={isChosen ? "chosen" : ""}>
      <td class="tick"><label><input type="checkbox" checked={isChosen}
        aria-label={`${t.sources.choose}: ${name}`}
        onClick={(event) => (event.shiftKey && getSelection()?.removeAllRanges(), onToggle(row.id, event.shiftKey))} /></label></td>
      <td class="name">
        <StateDot state={state} word={word} />
        <a class="plain cut row-link" dir="auto" href={`/sources/${row.id}`} title={row.url}>{name}</a>
        {row.folder && <button type="button" class="tag folder-tag" dir="auto"
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
