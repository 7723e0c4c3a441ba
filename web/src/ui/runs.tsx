import type { Run } from "../api/types";

// Plain text, marked where it is what was asked for.
export function Runs({ runs }: { runs: readonly Run[] }) {
  return <>{runs.map((run, i) => (run.marked ? <mark key={i}>{run.text}</mark> : run.text))}</>;
}

const longestLead = 100;
const keptLead = 60;

// What a row of three lines has room for: a sentence whose first mark stands far in begins
// shortly before it.
export function fromTheMark(runs: readonly Run[]): readonly Run[] {
  const first = runs.findIndex((run) => run.marked);
  const lead = runs.slice(0, Math.max(first, 0)).map((run) => run.text).join("");
  if (lead.length <= longestLead) return runs;
  const kept = lead.slice(lead.indexOf(" ", lead.length - keptLead) + 1 || -keptLead);
  return [{ text: `… ${kept}`, marked: false }, ...runs.slice(first)];
}
