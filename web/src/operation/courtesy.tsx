// The courtesy ledger: what a publisher may ask us for.
import { useState } from "preact/hooks";
import { address } from "../api/client";
import { getAll, usePages } from "../api/pages";
import type { Courtesy } from "../api/types";
import { go, usePlace, withQuery } from "../app/place";
import { t } from "../i18n/text";
import { Button } from "../ui/button";
import { SearchField } from "../ui/search_field";
import { Empty, Failed, Skeleton } from "../ui/states";
import { complain } from "../ui/toast";
import { bytes, count, percent, span, When } from "../ui/when";
import { courtesyCsv } from "./courtesy_csv";

// All hosts, however many of them are shown.
async function save(path: string): Promise<void> {
  const rows = await getAll<Courtesy>(path);
  // The order may change between two pages: a host is told once.
  const byHost = new Map(rows.map((row) => [row.host, row]));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([courtesyCsv([...byHost.values()])], { type: "text/csv" }));
  link.download = "courtesy.csv";
  link.click();
  URL.revokeObjectURL(link.href);
}

export function CourtesyLedger() {
  const host = usePlace().query.get("host") ?? "";
  const pages = usePages<Courtesy>(address("courtesy", { host }));
  const [busy, setBusy] = useState(false);
  const take = () => {
    setBusy(true);
    save(address("courtesy", { host, limit: 1000 })).catch((trouble) => complain((trouble as Error).message))
      .finally(() => setBusy(false));
  };
  return (
    <section class="block padded">
      <p class="quiet">{t.operation.courtesyText}</p>
      <div class="filters">
        <SearchField value={host} label={t.operation.filterHosts} onSearch={(next) => go(withQuery({ host: next }), "replace")} />
        <span class="rest" />
        <Button busy={busy} onClick={take}>{t.operation.export}</Button>
      </div>
      {pages.isFirst && pages.loading ? <Skeleton kind="row" />
        : pages.error && pages.items.length === 0 ? <Failed error={pages.error} again={pages.restart} />
        : pages.items.length === 0 ? <Empty title={host ? t.empty.filtered : t.operation.noRequests} /> : (
          <div class="scroll-x" tabIndex={0} role="region" aria-label={t.operation.courtesy}>
            <table class="dense">
              <thead><tr><th scope="col">{t.operation.host}</th><th scope="col" class="number">{t.operation.requests}</th>
                <th scope="col" class="number">304</th><th scope="col" class="number">{t.operation.failed}</th>
                <th scope="col" class="number">{t.operation.bytes}</th><th scope="col" class="number">{t.operation.gap}</th>
                <th scope="col" class="number">{t.operation.kept}</th><th scope="col">{t.operation.robots}</th>
                <th scope="col" class="number">{t.operation.throttled}</th></tr></thead>
              <tbody>{pages.items.map((row) => (
                <tr key={row.host}>
                  <td class="mono">{row.host}</td><td class="number">{count(row.requests)}</td>
                  <td class="number">{row.requests ? percent(row.not_modified / row.requests) : "–"}</td>
                  <td class="number">{row.failed || ""}</td><td class="number">{bytes(row.bytes)}</td>
                  <td class={`number ${row.smallest_gap_ms !== null && row.smallest_gap_ms < row.kept_gap_ms ? "failing" : ""}`}>
                    {row.smallest_gap_ms === null ? "–" : span(row.smallest_gap_ms / 1000)}</td>
                  <td class="number quiet">{span(row.kept_gap_ms / 1000)}</td>
                  <td class="quiet" title={row.robots?.fingerprint}>{row.robots?.read ? <><When ago at={row.robots.read} />
                    {row.robots.crawl_delay_s ? ` · ${t.operation.crawlDelay(span(row.robots.crawl_delay_s))}` : ""}</> : t.operation.noRobots}</td>
                  <td class="number">{row.throttled || ""}{row.resting_until && <> {t.operation.resting} <When at={row.resting_until} /></>}</td>
                </tr>))}</tbody>
            </table>
          </div>
        )}
      {!pages.isWhole && pages.items.length > 0 && <p class="padded"><Button onClick={pages.more} busy={pages.loading}>{t.nav.more}</Button></p>}
    </section>
  );
}
