// What a source would bring with the settings as they stand in the form, before they are saved.
import { useState } from "preact/hooks";
import { send } from "../api/client";
import type { Check, Page, SourceDetail, SourceEdit } from "../api/types";
import { t } from "../i18n/text";
import { problemText } from "../sources/problem_text";
import { Button } from "../ui/button";
import { Failed } from "../ui/states";
import { age, parseTime } from "../ui/when";

export function Preview({ source, edit }: { source: SourceDetail; edit: SourceEdit }) {
  const [seen, setSeen] = useState<Check | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const look = async () => {
    setBusy(true);
    setError(null);
    try {
      // As it is saved, with the login that it has, and what is typed in place of that.
      const found = await send<Page<Check>>("POST", "sources/check", { source: source.id, ...edit });
      setSeen(found.items[0] ?? null);
    } catch (trouble) {
      setSeen(null);
      setError(trouble);
    }
    setBusy(false);
  };
  return (
    <section class="settings-preview" aria-live="polite">
      <Button icon="search" busy={busy} onClick={() => void look()}>{busy ? t.add.looking : t.source.preview}</Button>
      {error !== null && <Failed error={error} />}
      {seen && (
        <div class="found">
          <p>{seen.problem ? <span class="failing">{problemText(seen.problem)}</span>
            : <>{t.add.kind[seen.kind]} · {t.add.items(seen.item_count)} · {t.add.robots[seen.robots]}</>}</p>
          {seen.first_version && (
            <ul class="found-items first-version">{seen.first_version.lines.slice(0, 8).map((line, i) => (
              <li key={i} dir="auto">{line}</li>))}</ul>)}
          <ul class="found-items">{seen.items.slice(0, 8).map((item) => {
            const at = parseTime(item.published);
            return (
              <li key={item.url}>
                <a class="plain cut" dir="auto" href={item.url} target="_blank" rel="noopener noreferrer">{item.title || item.url}</a>
                <span class="quiet small">{at === null ? "" : age(at)}</span>
              </li>);
          })}</ul>
        </div>
      )}
    </section>
  );
}
