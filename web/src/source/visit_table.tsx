import { usePages } from "../api/pages";
import type { Visit } from "../api/types";
import { t } from "../i18n/text";
import { Button } from "../ui/button";
import { English } from "../ui/english";
import { Failed, Skeleton } from "../ui/states";
import { StateDot } from "../ui/state_dot";
import { bytes, count, span, When } from "../ui/when";
import { hitOf, outcomeText } from "./visits";

// `latest`: the visits by now. Those that are not in the table announce themselves, and
// enter when asked.
export function VisitTable({ id, latest }: { id: number; latest: readonly Visit[] }) {
  const pages = usePages<Visit>(`sources/${id}/visits`);
  if (pages.isFirst && pages.loading) return <Skeleton kind="row" rows={10} />;
  if (pages.error && pages.items.length === 0) return <Failed error={pages.error} again={pages.restart} />;
  if (pages.items.length === 0) return <p class="quiet padded">{t.source.noVisits}</p>;
  const top = pages.items[0]?.id ?? 0;
  const came = latest.filter((each) => each.id > top).length;
  return (
    <>
      <table class="dense visit-rows">
        <thead><tr>
          <th scope="col">{t.source.when}</th><th scope="col">{t.source.outcome}</th>
          <th scope="col" class="number">{t.source.status}</th><th scope="col" class="number">{t.source.took}</th>
          <th scope="col" class="number">{t.source.size}</th><th scope="col" class="number">{t.source.newItems}</th>
        </tr></thead>
        <tbody>{pages.items.map((visit) => <Row key={visit.id} visit={visit} />)}</tbody>
      </table>
      {came > 0 && (
        <button type="button" class="new-items" onClick={() => void pages.restart()}>
          {t.newItems(came)} <span aria-hidden="true">↑</span>
        </button>
      )}
      {!pages.isWhole && <p class="padded"><Button onClick={pages.more} busy={pages.loading}>{t.nav.more}</Button></p>}
    </>
  );
}

function Row({ visit }: { visit: Visit }) {
  const hit = hitOf(visit);
  const state = ({ failed: "failing", hit: "fresh", passed: "paused", nothing: "nothing" } as const)[hit];
  const remark = visit.error || visit.note;
  return (
    <tr>
      <td class="quiet"><When at={visit.started} /></td>
      <td class="stretch">
        <StateDot state={state} word={outcomeText(visit)} showWord />
        {visit.article !== null && <a class="plain quiet" href={`/articles?open=${visit.article}`}> → {t.reading}</a>}
        {remark && <English class="quiet small remark">{remark}</English>}
      </td>
      <td class="number">{visit.status || ""}</td>
      <td class="number">{span(visit.took_ms / 1000)}</td>
      <td class="number">{bytes(visit.wire_bytes)}</td>
      <td class="number">{visit.version ? t.versions.title : visit.new ? count(visit.new) : ""}</td>
    </tr>
  );
}
