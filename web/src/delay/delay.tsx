// One picture of the promise: published, found, matched, delivered.
import { useResource } from "../api/resource";
import type { DelayView } from "../api/types";
import { go, usePlace, withQuery } from "../app/place";
import { t } from "../i18n/text";
import { Bars } from "../ui/bars";
import { Select } from "../ui/field";
import { Page } from "../ui/page";
import { Empty, Failed, Skeleton } from "../ui/states";
import { count, shortDate, span } from "../ui/when";
import { toOwnHour } from "../ui/zone";
import { Budget } from "./budget";

const seconds = (ms: number) => span(ms / 1000);

export function Delay() {
  const { query } = usePlace();
  const days = query.get("days") ?? "7";
  const delay = useResource<DelayView>(`delay?days=${days}`);
  const data = delay.data;
  return (
    <Page title={t.delay.title} actions={
      <Select quiet label={t.delay.day} value={days} onChange={(next) => go(withQuery({ days: next === "7" ? null : next }))}
        choices={["1", "7", "30"].map((value) => ({ value, text: t.unit.days(Number(value)) }))} />}>
      {!data ? (delay.error ? <Failed error={delay.error} again={delay.reload} /> : <Skeleton rows={6} />)
        : data.stages.every((each) => !each.quantiles) ? <Empty title={t.delay.none} />
        : <View data={data} />}
    </Page>
  );
}

function View({ data }: { data: DelayView }) {
  const hours = data.hours.map(({ hour, quantiles }) => ({ hour: toOwnHour(hour), quantiles })).sort((a, b) => a.hour - b.hour);
  return (
    <>
      <p class="quiet">{t.delay.intro}</p>
      <ol class="stages">
        {data.stages.map(({ stage, quantiles }) => (
          <li key={stage} class="stage">
            <p class="quiet">{stage === "all" ? t.delay.all : `→ ${t.delay[stage]}`}</p>
            <p class="big">{quantiles ? seconds(quantiles.p50_ms) : "–"}</p>
            <p class="quiet small">{quantiles ? `${t.delay.most} ${seconds(quantiles.p95_ms)}` : "\u00a0"}</p>
          </li>
        ))}
      </ol>
      <div class="columns">
        <section class="block">
          <h2>{t.delay.byHour}</h2>
          <Bars label={t.delay.byHour} every={6} axis={seconds}
            bars={hours.map(({ hour, quantiles }) => ({ label: `${hour}`, low: quantiles?.p50_ms ?? 0,
              high: quantiles?.p95_ms ?? 0, title: `${hour}:00 · ${quantiles
                ? `${t.delay.half} ${seconds(quantiles.p50_ms)}, ${t.delay.most} ${seconds(quantiles.p95_ms)}` : "–"}` }))} />
        </section>
        {data.budget && <Budget budget={data.budget} />}
        <section class="block">
          <h2>{t.delay.bySource}</h2>
          <table class="dense">
            <thead><tr><th scope="col">{t.delay.source}</th>
              <th scope="col" class="number">{t.delay.half}</th><th scope="col" class="number">{t.delay.most}</th></tr></thead>
            <tbody>{data.sources.slice(0, 40).map((row) => (
              <tr key={row.source}>
                <td class="stretch cut"><a class="plain" dir="auto" href={`/sources/${row.source}`}>{row.title}</a></td>
                <td class="number">{seconds(row.quantiles.p50_ms)}</td>
                <td class="number quiet">{seconds(row.quantiles.p95_ms)}</td>
              </tr>))}</tbody>
          </table>
        </section>
        <div>
          <section class="block">
            <h2>{t.delay.byDay}</h2>
            <table class="dense">
              <thead><tr><th scope="col">{t.delay.day}</th>
                <th scope="col" class="number">{t.delay.half}</th><th scope="col" class="number">{t.delay.most}</th></tr></thead>
              <tbody>{data.by_day.map((row) => (
                <tr key={row.day}><td>{shortDate(Date.parse(row.day))}</td>
                  <td class="number">{span(row.median_s)}</td><td class="number quiet">{span(row.p95_s)}</td></tr>))}</tbody>
            </table>
          </section>
          {data.lists.length > 0 && (
            <section class="block">
              <h2>{t.delay.byList}</h2>
              <table class="dense">
                <thead><tr><th scope="col">{t.list}</th><th scope="col" class="number">{t.delay.clips}</th>
                  <th scope="col" class="number">{t.delay.half}</th><th scope="col" class="number">{t.delay.most}</th></tr></thead>
                <tbody>{data.lists.map((row) => (
                  <tr key={row.list}><td class="stretch cut">{row.list}</td><td class="number">{count(row.clips)}</td>
                    <td class="number">{row.in_all ? seconds(row.in_all.p50_ms) : "–"}</td>
                    <td class="number quiet">{row.in_all ? seconds(row.in_all.p95_ms) : "–"}</td></tr>))}</tbody>
              </table>
            </section>
          )}
        </div>
      </div>
    </>
  );
}
