import type { Run } from "../api/types";

// Plain text, marked where it is what was asked for.
export function Runs({ runs }: { runs: readonly Run[] }) {
  return <>{runs.map((run, i) => (run.marked ? <mark key={i}>{run.text}</mark> : run.text))}</>;
}
