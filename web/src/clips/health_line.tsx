import { useResource } from "../api/resource";
import type { Health } from "../api/types";
import { t } from "../i18n/text";
import { Spark } from "../ui/spark";

// One sentence of health and the last 24 hours; it leads to its evidence.
export function HealthLine() {
  const health = useResource<Health>("health", 30_000).data;
  const href = health && health.counts.problems > 0 ? "/problems" : "/delay";
  return (
    <div class="health">
      {/* Its place is kept, so that nothing jumps when it comes. */}
      <p>{health ? <a href={href}>{health.sentence}</a> : "\u00a0"}</p>
      {health && <Spark values={health.hours.map((each) => each.articles)}
        label={t.last24} width={72} />}
    </div>
  );
}
