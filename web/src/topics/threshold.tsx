// How close a text must be: tried on real articles, then kept.
import { useEffect, useState } from "preact/hooks";
import { send } from "../api/client";
import { refresh } from "../api/resource";
import type { Topic, TopicPreview } from "../api/types";
import { t } from "../i18n/text";
import { Button } from "../ui/button";
import { Failed, Skeleton } from "../ui/states";
import { complain, say } from "../ui/toast";
import { Judged } from "./judged";

export function Threshold({ topic }: { topic: Topic }) {
  const [at, setAt] = useState<number | null>(topic.threshold);
  const [seen, setSeen] = useState<TopicPreview | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const look = () => {
    setError(null);
    send<TopicPreview>("POST", `topics/${topic.id}/preview`, { limit: 200 }).then(setSeen, setError);
  };
  useEffect(look, [topic.id, topic.learned]);
  useEffect(() => setAt(topic.threshold), [topic.threshold]);
  const keep = async (threshold: number | null, undo?: number | null) => {
    setBusy(true);
    try {
      await send("PATCH", `topics/${topic.id}`, { threshold });
      refresh("topics");
      say(t.topics.kept, undo === undefined ? undefined : () => void keep(undo));
    } catch (trouble) {
      complain((trouble as Error).message);
    }
    setBusy(false);
  };
  if (error) return <Failed error={error} again={look} />;
  if (!seen) return <Skeleton rows={6} />;
  return (
    <div class="narrow padded">
      <h2>{t.topics.threshold}</h2>
      <p class="quiet">{t.topics.thresholdHint}</p>
      <Judged seen={seen} at={at} current={topic.threshold} onMove={setAt}>
        <div class="actions">
          <Button writes kind="main" busy={busy} disabled={at === topic.threshold}
            onClick={() => void keep(at, topic.own_threshold)}>{t.topics.keep}</Button>
          {at !== topic.threshold && <Button onClick={() => setAt(topic.threshold)}>{t.cancel}</Button>}
          {topic.own_threshold !== null && (
            <Button writes busy={busy} onClick={() => void keep(null, topic.own_threshold)}>{t.topics.asLearned}</Button>)}
        </div>
      </Judged>
    </div>
  );
}
