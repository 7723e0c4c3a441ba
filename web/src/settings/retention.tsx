// What is kept of articles and of their pages: as configured, or as chosen here.
import { useEffect, useState } from "preact/hooks";
import { address, send } from "../api/client";
import { useResource } from "../api/resource";
import type { Retention as Kept, RetentionChange } from "../api/types";
import { t } from "../i18n/text";
import { Button } from "../ui/button";
import { useDraft } from "../ui/draft";
import { Field, Select } from "../ui/field";
import { Failed, Skeleton } from "../ui/states";
import { complain, say } from "../ui/toast";
import { count, span } from "../ui/when";

const day = 86_400;
const ages = [7, 30, 90, 180, 365, 730, 1825].map((days) => days * day);
const mostCounted = 10_000;

export function Retention() {
  const kept = useResource<Kept>("retention");
  const [edit, setEdit] = useDraft<RetentionChange>("retention", {});
  const [busy, setBusy] = useState(false);
  const rule = kept.data && { ...kept.data.keeping, ...edit };
  const older = useOlder(edit.articles_for_s ?? null);
  if (!kept.data || !rule) return kept.error ? <Failed error={kept.error} again={kept.reload} /> : <Skeleton rows={4} kind="row" />;
  const put = (change: RetentionChange) => setEdit({ ...edit, ...change });
  const change = async (body: RetentionChange) => {
    setBusy(true);
    try {
      kept.set(await send<Kept>("PATCH", "retention", body));
      setEdit({});
      say(t.retention.saved);
    } catch (error) {
      complain((error as Error).message);
    }
    setBusy(false);
  };
  const going = "articles_for_s" in edit ? older : kept.data.older;
  return (
    <form class="form narrow padded" onSubmit={(event) => (event.preventDefault(), void change(edit))}>
      <p class="quiet">{t.retention.text(count(kept.data.articles))}</p>
      <div class="row">
        <Age label={t.retention.articlesFor} value={rule.articles_for_s} onChange={(articles_for_s) => put({ articles_for_s })} />
        <Newest label={t.retention.newest} value={rule.articles_newest} onChange={(articles_newest) => put({ articles_newest })} />
      </div>
      <div class="row">
        <Age label={t.retention.pagesFor} value={rule.pages_for_s} onChange={(pages_for_s) => put({ pages_for_s })} />
        <Newest label={t.retention.newestPages} value={rule.pages_newest} onChange={(pages_newest) => put({ pages_newest })} />
      </div>
      {rule.articles_for_s !== null && going !== null && (
        <p role="status" class={going > 0 ? "late" : "quiet"}>
          {t.retention.going(going, count(going), going >= mostCounted)}</p>)}
      <div class="actions">
        <Button kind="main" submit busy={busy} disabled={Object.keys(edit).length === 0}>{t.save}</Button>
        {Object.keys(edit).length > 0 && <Button onClick={() => setEdit({})}>{t.cancel}</Button>}
        <span class="rest" />
        {kept.data.chosen && <Button onClick={() => void change({ chosen: false })}>{t.retention.asConfigured}</Button>}
      </div>
      <p class="quiet small">{kept.data.chosen ? t.retention.chosen : t.retention.configured}{" "}
        {t.retention.rest(kept.data.versions, kept.data.visits_days)}</p>
    </form>
  );
}

// How many articles are older than an age that is only tried.
function useOlder(age: number | null): number | null {
  const [older, setOlder] = useState<number | null>(null);
  const tried = useResource<Kept>(age === null ? null : address("retention", { articles_for_s: age })).data;
  useEffect(() => setOlder(age === null ? null : tried?.older ?? null), [age, tried]);
  return older;
}

function Age({ label, value, onChange }: { label: string; value: number | null; onChange: (age: number | null) => void }) {
  const all = [...new Set([...ages, ...(value === null ? [] : [value])])].sort((a, b) => a - b);
  return (
    <Select label={label} value={String(value ?? "")} onChange={(next) => onChange(next ? Number(next) : null)}
      choices={[{ value: "", text: t.retention.always }, ...all.map((seconds) => ({ value: String(seconds), text: span(seconds) }))]} />
  );
}

function Newest({ label, value, onChange }: { label: string; value: number | null; onChange: (count: number | null) => void }) {
  return (
    <Field label={label} type="number" value={value === null ? "" : String(value)} placeholder={t.retention.all}
      onInput={(text) => onChange(Number(text) > 0 ? Math.round(Number(text)) : null)} />
  );
}
