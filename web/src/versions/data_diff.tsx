// Data as what came, what went and what changed: triples, rows or paths.
import type { Diff } from "../api/types";
import { t } from "../i18n/text";
import { count } from "../ui/when";

type Data = NonNullable<Diff["data"]>;

const Lines = ({ title, lines, all, sign }: {
  title: string; lines: readonly string[]; all: number; sign: "added" | "removed";
}) => (lines.length === 0 ? null : (
  <section class="block-section">
    <h2>{title} <span class="quiet small">{count(all)}</span></h2>
    <ul class={`data-lines ${sign}`}>{lines.map((line, i) => (
      <li key={i} class="mono"><span aria-hidden="true">{sign === "added" ? "+ " : "− "}</span>{line}</li>))}</ul>
    {all > lines.length && <p class="quiet small">{t.problems.shown(lines.length, all)}</p>}
  </section>
));

export function DataDiff({ data }: { data: Data }) {
  return (
    <div class="data-diff">
      <p>{t.versions.counts(data.added_count, data.removed_count, data.edited_count)} ({t.versions.data[data.unit]})
        {data.key.length > 0 && <span class="quiet"> · <code>{data.key.join(", ")}</code></span>}</p>
      {data.remarks.map((remark, i) => <p key={i} class="late small">{remark}</p>)}
      {data.rows.length > 0 && <Rows data={data} />}
      {data.rows.length === 0 && data.edited.length > 0 && (
        <div class="scroll-x" tabIndex={0} role="region" aria-label={t.versions.rewritten}>
          <table class="dense data-table">
            <thead><tr><th scope="col">{t.versions.where}</th><th scope="col">{t.versions.before}</th>
              <th scope="col">{t.versions.after}</th></tr></thead>
            <tbody>{data.edited.map((each, i) => (
              <tr key={i}><td class="mono">{each.where}</td><td><del>{each.before}</del></td><td><ins>{each.after}</ins></td></tr>))}</tbody>
          </table>
        </div>
      )}
      <Lines title={t.versions.added} lines={data.added} all={data.added_count} sign="added" />
      <Lines title={t.versions.removed} lines={data.removed} all={data.removed_count} sign="removed" />
    </div>
  );
}

function Rows({ data }: { data: Data }) {
  return (
    <div class="scroll-x" tabIndex={0} role="region" aria-label={t.versions.rewritten}>
      <table class="dense data-table">
        <thead><tr>{data.columns.map((each) => <th key={each} scope="col">{each}</th>)}</tr></thead>
        <tbody>{data.rows.map((row, i) => (
          <tr key={i}>{data.columns.map((column, at) => {
            const before = row.before[at] ?? "";
            const after = row.after[at] ?? "";
            return <td key={column} dir="auto">{before === after ? after : <><del>{before}</del> <ins>{after}</ins></>}</td>;
          })}</tr>))}</tbody>
      </table>
    </div>
  );
}
