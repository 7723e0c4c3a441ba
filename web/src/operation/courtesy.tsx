// The courtesy ledger: what a publisher may ask us for.
import { address } from "../api/client";
import { usePages } from "../api/pages";
import type { Courtesy } from "../api/types";
import { go, usePlace, withQuery } from "../app/place";
import { t } from "../i18n/text";
import { Button } from "../ui/button";
import { SearchField } from "../ui/search_field";
import { Empty, Failed, Skeleton } from "../ui/states";
import { bytes, count, percent, span, When } from "../ui/when";

function save(rows: readonly Courtesy[]): void {
  const names = ["host", "requests", "not_modified", "failed", "bytes", "smallest_gap_ms", "kept_gap_ms", "throttled"] as const;
  const cell = (value: unknown) => {
    const text = String(value ?? "");
    // No spreadsheet shall take a host for a formula.
    return /[",\n]|^[=+@-]/.test(text) ? `"'${text.replaceAll('"', '""')}"` : text;
  };
  const csv = [names.join(","), ...rows.map((row) => names.map((name) => cell(row[name])).join(","))].join("\n");
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([csv], { type: "text/csv" }));
  link.download = "courtesy.csv";
  link.click();
  URL.revokeObjectURL(link.href);
}

export function CourtesyLedger() {
  const host = usePlace().query.get("host") ?? "";
  const pages = usePages<Courtesy>(address("courtesy", { host }));
  return (
    <section class="block padded">
      <p class="quiet">{t.operation.courtesyText}</p>
      <div class="filters">
        <SearchField value={host} label={t.operation.filterHosts} onSearch={(next) => go(withQuery({ host: next }), "replace")} />
        <span class="rest" />
        <Button onClick={() => save(pages.items)}>{t.operation.export}</Button>
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
                  <td class="quiet">{row.robots?.read ? <><When ago at={row.robots.read} />
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
