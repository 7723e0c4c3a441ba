// A number is one thing to a reader: 80.34 became 83.18, not 80 became 83 and 34 became 18.
import type { WordRun } from "../api/types";

const within = /^[.,:]$/;
const before = /\d[\d.,:]*[.,:]$/;
const behind = /^[.,:][\d.,:]*\d/;

export function wholeNumbers(runs: readonly WordRun[]): WordRun[] {
  const whole: WordRun[] = [];
  let i = 0;
  while (i < runs.length) {
    const run = runs[i];
    if (!run) break;
    if (run.fate === "same") {
      whole.push(run);
      ++i;
      continue;
    }
    // What changed together: runs with no more than a point or a comma between them.
    let removed = "";
    let added = "";
    let end = i;
    for (; end < runs.length; ++end) {
      const each = runs[end];
      if (!each) break;
      const joins = each.fate === "same" && within.test(each.text) && /\d$/.test(removed || added) &&
        runs[end + 1] !== undefined && runs[end + 1]?.fate !== "same";
      if (each.fate === "same" && !joins) break;
      if (each.fate !== "added") removed += each.text;
      if (each.fate !== "removed") added += each.text;
    }
    const last = whole[whole.length - 1];
    const head = last?.fate === "same" && /^\d/.test(removed) && /^\d/.test(added) ? before.exec(last.text)?.[0] ?? "" : "";
    if (last && head) whole[whole.length - 1] = { ...last, text: last.text.slice(0, -head.length) };
    const next = runs[end];
    const tail = next?.fate === "same" && /\d$/.test(removed) && /\d$/.test(added) ? behind.exec(next.text)?.[0] ?? "" : "";
    if (removed) whole.push({ fate: "removed", text: head + removed + tail });
    if (added) whole.push({ fate: "added", text: head + added + tail });
    if (next && tail) whole.push({ ...next, text: next.text.slice(tail.length) });
    i = next && tail ? end + 1 : end;
  }
  return whole.filter((run) => run.text !== "");
}
