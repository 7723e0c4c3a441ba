// The courtesy ledger as a table for spreadsheets, with all that is known of each host.
import type { Courtesy } from "../api/types";

const columns: readonly [string, (row: Courtesy) => unknown][] = [
  ["host", (row) => row.host],
  ["visits", (row) => row.requests],
  ["not_modified", (row) => row.not_modified],
  ["failed", (row) => row.failed],
  ["bytes", (row) => row.bytes],
  ["smallest_gap_ms", (row) => row.smallest_gap_ms],
  ["kept_gap_ms", (row) => row.kept_gap_ms],
  ["robots_read", (row) => row.robots?.read],
  ["robots_fingerprint", (row) => row.robots?.fingerprint],
  ["robots_crawl_delay_s", (row) => row.robots?.crawl_delay_s],
  ["robots_bytes", (row) => row.robots?.bytes],
  ["throttled", (row) => row.throttled],
  ["resting_until", (row) => row.resting_until],
  ["sources", (row) => row.sources],
];

function cell(value: unknown): string {
  const text = String(value ?? "");
  // No spreadsheet shall take a host for a formula.
  return /[",\n]|^[=+@-]/.test(text) ? `"'${text.replaceAll('"', '""')}"` : text;
}

export function courtesyCsv(rows: readonly Courtesy[]): string {
  const lines = rows.map((row) => columns.map(([, value]) => cell(value(row))).join(","));
  return [columns.map(([name]) => name).join(","), ...lines].join("\n") + "\n";
}
