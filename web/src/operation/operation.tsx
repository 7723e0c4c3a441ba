// How the machine is, for the one who runs it.
import { useEffect } from "preact/hooks";
import { useResource } from "../api/resource";
import type { Operation as Machine } from "../api/types";
import { usePlace } from "../app/place";
import { t } from "../i18n/text";
import { Bars } from "../ui/bars";
import { Page } from "../ui/page";
import { Failed, Skeleton } from "../ui/states";
import { Tabs } from "../ui/tabs";
import { bytes, clock, count, parseTime, percent, span, When } from "../ui/when";
import { CourtesyLedger } from "./courtesy";

export function Operation() {
  const machine = useResource<Machine>("operation");
  const tab = usePlace().query.get("tab") ?? "machine";
  useEffect(() => {
    const timer = setInterval(machine.reload, 15_000);
    return () => clearInterval(timer);
  }, []);
  const { data } = machine;
  return (
    <Page title={t.operation.title}>
      <Tabs chosen={tab} label={t.operation.title} tabs={[{ id: "machine", text: t.operation.title },
        { id: "courtesy", text: t.operation.courtesy }]} />
      {tab === "courtesy" ? <CourtesyLedger />
        : !data ? (machine.error ? <Failed error={machine.error} again={machine.reload} /> : <Skeleton rows={6} />)
        : <View data={data} />}
    </Page>
  );
}

// A budget is a share of the sources in an hour.
const shareText = (share: number) => (share >= 1 ? t.operation.timesAnHour(count(Math.round(share)))
  : t.operation.shareAnHour(percent(share)));

const Figure = ({ value, text, bad }: { value: number; text: string; bad?: boolean }) => (
  <div><p class={bad && value > 0 ? "big failing" : "big"}>{count(value)}</p><p class="quiet small">{text}</p></div>
);

function View({ data }: { data: Machine }) {
  const { queues, store, disk } = data;
  const most = Math.max(1, ...data.outcomes.map((each) => each.count));
  return (
    <div class="columns padded">
      <section class="block">
        <div class="block-head"><h2>{t.operation.perMinute}</h2>
          <span class="quiet small">{t.operation.unchanged}: {percent(data.not_modified_share)}</span></div>
        <Bars label={t.operation.perMinute} every={15} lowClass="bad" highClass="half" axis={(value) => count(Math.round(value))}
          bars={data.minutes.map((each) => ({ label: clock(parseTime(each.minute) ?? 0), low: each.failed, high: each.visits,
            title: `${clock(parseTime(each.minute) ?? 0)} · ${each.visits}, ${each.failed} ${t.operation.failed}, ${each.not_modified} × 304, ${bytes(each.bytes)}` }))} />
      </section>
      <section class="block">
        <h2>{t.operation.queues}</h2>
        <div class="numbers">
          <Figure value={queues.due} text={t.operation.due} />
          <Figure value={queues.late} text={t.operation.late} bad />
          <Figure value={queues.pages} text={t.operation.pages} />
          <Figure value={queues.notices} text={t.operation.notices} />
          <Figure value={queues.set_aside} text={t.operation.setAside} bad />
        </div>
      </section>
      <section class="block">
        <h2>{t.operation.terminals}</h2>
        <div class="scroll-x" tabIndex={0} role="region" aria-label={t.operation.terminals}>
          <table class="dense">
          <thead><tr><th scope="col">{t.operation.name}</th><th scope="col" class="number">{t.operation.lastHour}</th>
            <th scope="col" class="number">{t.operation.archive}</th>
            <th scope="col" class="number">{t.operation.heard}</th></tr></thead>
          <tbody>{data.terminals.map((each) => (
            <tr key={each.name}><td>{each.name}</td><td class="number">{each.visits_last_hour === null ? "–" : count(each.visits_last_hour)}</td>
              <td class="number">{each.archive_bytes === null ? "–" : bytes(each.archive_bytes)}</td>
              <td class="number quiet">{each.last_heard ? <When ago at={each.last_heard} /> : "–"}</td></tr>))}</tbody>
        </table>
        </div>
        {data.archive_copies.length > 0 && (
          <table class="dense" aria-label={t.operation.copies}>
            <thead><tr><th scope="col">{t.operation.archive}</th><th scope="col">{t.operation.copyAt}</th>
              <th scope="col" class="number">{t.operation.keptOnce}</th></tr></thead>
            <tbody>{data.archive_copies.map((each) => (
              <tr key={each.archive}><td>{each.archive}</td><td>{each.holder ?? t.operation.noCopy}</td>
                <td class={each.kept_once > 0 ? "number failing" : "number"}>{count(each.kept_once)}</td></tr>))}</tbody>
          </table>)}
      </section>
      <section class="block">
        <h2>{t.operation.errors}</h2>
        {data.outcomes.length === 0 && <p class="quiet">{t.source.noVisits}</p>}
        <table class="dense">
          <tbody>{data.outcomes.map((each) => (
            <tr key={each.outcome}><td>{t.source.outcomes[each.outcome] ?? each.outcome}</td><td class="number">{count(each.count)}</td>
              <td class="stretch"><svg width="100%" height="8" aria-hidden="true" class="bars">
                <rect width={`${(each.count / most) * 100}%`} height="8" rx="2" class="same" /></svg></td></tr>))}</tbody>
        </table>
      </section>
      <section class="block">
        <h2>{t.operation.store}</h2>
        <dl class="pairs">
          <dt>{store.kind}</dt><dd>{store.bytes === null ? "–" : bytes(store.bytes)}</dd>
          <dt>{t.operation.articles}</dt><dd>{count(store.articles)}</dd>
          <dt>{t.operation.visits}</dt><dd>{count(store.visits)}</dd>
          {disk && <><dt>{t.operation.disk}</dt><dd>{t.operation.free(bytes(disk.free_bytes), bytes(disk.total_bytes))}
            <svg width="100%" height="8" class="bars meter-svg" aria-hidden="true"><rect width="100%" height="8" rx="4" class="ground" />
              <rect width={`${(1 - disk.free_bytes / disk.total_bytes) * 100}%`} height="8" rx="4" class="half" /></svg></dd></>}
          <dt>{t.operation.version}</dt><dd>{data.version}, {t.operation.since} {span((Date.now() - (parseTime(data.started) ?? 0)) / 1000)}</dd>
        </dl>
      </section>
      {data.planning.length > 0 && (
        <section class="block">
          <h2>{t.operation.planning}</h2>
          <dl class="pairs">{data.planning.map((each) => [
            <dt key={each.objective}>{t.operation.objectives[each.objective] ?? each.objective}</dt>,
            <dd key={`${each.objective}-`}>{each.policy}, {each.budget_per_hour === null ? t.delay.unlimited
              : `${shareText(each.budget_per_hour)}, ${percent(each.budget_use)} ${t.operation.used}`}</dd>])}</dl>
        </section>
      )}
    </div>
  );
}
