import { useState } from "preact/hooks";
import { send } from "../api/client";
import { refresh } from "../api/resource";
import type { SourceDetail, SourceEdit } from "../api/types";
import { go } from "../app/place";
import { t } from "../i18n/text";
import { removeSources } from "../sources/bulk";
import { Button } from "../ui/button";
import { useDraft } from "../ui/draft";
import { Check, Field, Select } from "../ui/field";
import { say } from "../ui/toast";
import { isAdmin, mayWrite } from "../app/session";
import { Credentials } from "./credentials";
import { Preview } from "./preview";
import { span } from "../ui/when";
import { ownZone, toUtcHour } from "../ui/zone";

type Kind = NonNullable<SourceEdit["kind"]>;
// What a source can be made; a query and a topic are what they are.
const choosable: readonly string[] = ["auto", "feed", "page", "data"];
const intervals = [0, 60, 300, 900, 1800, 3600, 4 * 3600, 12 * 3600, 86400];

export function SourceSettings({ source, onSaved }: { source: SourceDetail; onSaved: () => void }) {
  const [edit, setEdit] = useDraft<SourceEdit>(`source ${source.id}`, {});
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  // What was typed blindly is not left in its fields.
  const [saves, setSaves] = useState(0);
  const [login, setLogin] = useState<SourceEdit | null>(null);
  const put = (change: SourceEdit) => setEdit({ ...edit, ...change });
  const all: SourceEdit = { ...edit, ...login };
  const kind = edit.kind ?? source.kind;
  const interval = edit.interval_s ?? source.interval_s ?? 0;
  const quiet = new Set(edit.quiet_hours ?? source.quiet_hours);
  const save = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      await send("PATCH", `sources/${source.id}`, all);
      setEdit({});
      setLogin(null);
      setSaves(saves + 1);
      refresh("sources", "folders");
      onSaved();
      say(t.saved);
    } catch (trouble) {
      setError((trouble as Error).message);
    }
    setBusy(false);
  };
  const toggleHour = (own: number) => {
    const hour = toUtcHour(own);
    if (!quiet.delete(hour)) quiet.add(hour);
    put({ quiet_hours: [...quiet].sort((a, b) => a - b) });
  };
  const remove = () => {
    removeSources([source.id]);
    go("/sources");
  };
  return (
    <form class="form narrow padded" onSubmit={save}>
      <div class="row">
        <Field label={t.source.ownTitle} value={edit.title ?? source.own_title} placeholder={source.title}
          onInput={(title) => put({ title })} />
        <Field label={t.folder} value={edit.folder ?? source.own_folder ?? source.folder}
          onInput={(folder) => put({ folder })} />
      </div>
      {!source.may_change && mayWrite() && <p class="invite may-only-read">{t.source.notYours}</p>}
      <fieldset class="bare" disabled={!source.may_change}>
        <Field label={t.source.address} value={edit.url ?? source.url} onInput={(url) => put({ url })} mono />
        {choosable.includes(kind) && (
          <Select label={t.source.kinds} value={kind} onChange={(value) => put({ kind: value as Kind })}
            choices={choosable.map((value) => ({ value, text: t.source.kind[value] ?? value }))} />
        )}
        <Select label={t.source.interval} value={String(interval)}
          onChange={(value) => put({ interval_s: Number(value) })}
          choices={[...new Set([...intervals, interval])].sort((a, b) => a - b).map((seconds) => ({
            value: String(seconds), text: seconds === 0 ? t.source.byItself : span(seconds) }))} />
        <fieldset>
          <legend>{t.source.hours}</legend>
          <div class="hours">
            {Array.from({ length: 24 }, (_, hour) => (
              <button key={hour} type="button" aria-pressed={quiet.has(toUtcHour(hour))}
                onClick={() => toggleHour(hour)}>{hour}</button>
            ))}
          </div>
          <p class="quiet small">{t.source.hoursHint(ownZone())}</p>
        </fieldset>
        <div>
          {choosable.includes(kind) && kind !== "data" && (
            <>
              <Check label={t.source.fetchPages} checked={edit.fetch_pages ?? source.fetch_pages}
                onChange={(fetch_pages) => put({ fetch_pages })} />
              <Check label={t.source.render} checked={edit.render ?? source.render}
                onChange={(render) => put({ render })} />
            </>
          )}
          {(kind === "page" || kind === "auto") && (
            <>
              <Check label={t.source.links} checked={edit.links ?? source.watching.links} onChange={(links) => put({ links })} />
              <Check label={t.source.changes} checked={edit.changes ?? source.watching.changes}
                onChange={(changes) => put({ changes })} />
            </>
          )}
          {isAdmin() ? <Check label={t.source.shared} hint={t.source.sharedHint} checked={edit.shared ?? source.shared}
            onChange={(shared) => put({ shared })} />
            : <p class="quiet small">{source.shared ? t.source.isShared : t.source.isPrivate}</p>}
        </div>
        {source.watching.changes && (
          <p><a href={`/sources/${source.id}/versions?tab=part`}>{t.versions.previewTitle}</a></p>
        )}
        <Credentials key={saves} source={source} onEdit={setLogin} />
        <Field label={t.source.rules} value={edit.rules ?? source.rules_text} rows={4} mono
          onInput={(rules) => put({ rules })} hint={t.source.rulesHint} />
        <Preview source={source} edit={all} />
      </fieldset>
      {error && <p class="failing small" role="alert">{error}</p>}
      <div class="actions">
        <Button kind="main" submit busy={busy} disabled={Object.keys(all).length === 0}>{t.save}</Button>
        <span class="rest" />
        <Button kind="danger" icon="remove" onClick={remove}>{t.source.removeTitle}</Button>
      </div>
    </form>
  );
}
