import type { SourceRow } from "../api/types";
import type { State } from "../ui/state_dot";
import { t } from "../i18n/text";

// One of four states, and its word.
export function stateOf(row: Pick<SourceRow, "state" | "problem" | "overdue_s">): { state: State; word: string } {
  const words = t.sources.states;
  if (row.state === "paused" || row.state === "stopped" || row.state === "gone") {
    return { state: row.state === "paused" ? "paused" : "failing", word: words[row.state] ?? row.state };
  }
  if (row.state === "failing") return { state: "failing", word: words.failing ?? "" };
  if (row.problem) return { state: "failing", word: words.problem ?? "" };
  if (row.overdue_s > 600) return { state: "late", word: words.late ?? "" };
  return { state: "fresh", word: words.fresh ?? "" };
}
