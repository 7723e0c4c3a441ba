// What is at an address, before it is watched.
import { useId, useState } from "preact/hooks";
import type { Check, Folder, SourceEdit } from "../api/types";
import { t } from "../i18n/text";
import { Button } from "../ui/button";
import { Check as Tick } from "../ui/field";
import { problemText } from "./problem_text";
import { age, parseTime, span } from "../ui/when";

export function Found({ check, folder, folders, onFolder, busy, as, onWatch, onLook }: {
  check: Check; folder: string; folders: readonly Folder[]; busy: boolean;
  // As what it was looked at, and is watched then.
  as: SourceEdit;
  onFolder: (folder: string) => void; onLook: (url: string) => void;
  onWatch: (urls: string[], more?: SourceEdit) => void;
}) {
  const [changes, setChanges] = useState(false);
  const id = useId();
  // A page that is nothing by itself may name feeds: those are the choice then.
  const isNothing = check.kind === "auto" && check.feeds.length === 0;
  const isSign = check.kind === "auto" && check.feeds.length > 0;
  const url = check.final_url || check.url;
  const more: SourceEdit = changes ? { kind: "page", changes: true } : as;
  const first = check.first_version;
  return (
    <div class="found">
      <div class="found-head">
        <h2 class="cut" dir="auto">{check.title || url}</h2>
        <span class={isNothing ? "tag failing" : "tag fresh"}>{isSign ? t.add.names : t.add.kind[check.kind]}</span>
        <span class={check.robots === "forbidden" ? "tag failing" : "tag"}>{t.add.robots[check.robots]}</span>
        {check.crawl_delay_s > 0 && <span class="tag">{t.add.crawlDelay(span(check.crawl_delay_s))}</span>}
      </div>
      <p class="quiet cut">{url}</p>
      {check.problem && (
        <p><span class="failing">{problemText(check.problem)}</span>{" "}
          <span class="quiet">{check.problem.cure}</span></p>
      )}
      {check.feeds.length > 0 && (
        <div class="choices">
          {check.feeds.length > 1 && <p>{t.add.choose}</p>}
          <ul>{check.feeds.map((feed) => (
            <li key={feed.url}>
              <button type="button" class="link" dir="auto" onClick={() => onLook(feed.url)}>{feed.title || feed.url}</button>
              <Button onClick={() => onWatch([feed.url])} busy={busy}>{t.add.watchThis}</Button>
            </li>
          ))}</ul>
        </div>
      )}
      {check.items.length > 0 ? (
        <>
          <h3 class="quiet">{t.add.items(check.item_count)}</h3>
          <ul class="found-items">{check.items.slice(0, 8).map((item) => {
            const at = parseTime(item.published);
            return (
              <li key={item.url}>
                <a class="plain cut" dir="auto" href={item.url} target="_blank" rel="noopener noreferrer">{item.title || item.url}</a>
                <span class="quiet small">{at === null ? "" : age(at)}</span>
              </li>
            );
          })}</ul>
        </>
      ) : first ? (
        <>
          <h3 class="quiet">{t.add.firstVersion(first.count)}</h3>
          <ul class="found-items first-version">{first.lines.map((line, i) => <li key={i} dir="auto">{line}</li>)}</ul>
        </>
      ) : !isNothing && !isSign && <p class="quiet">{t.add.noItems}</p>}
      {check.known !== null ? (
        <p>{t.add.known}. <a href={`/sources/${check.known}`}>{t.add.open}</a></p>
      ) : !isNothing && !isSign && (
        <div class="actions">
          <input class="input folder-input" list={id} value={folder} aria-label={t.add.folder}
            placeholder={t.add.folder} onInput={(event) => onFolder((event.target as HTMLInputElement).value)} />
          <datalist id={id}>{folders.map((each) => <option key={each.name} value={each.name} />)}</datalist>
          {check.kind === "page" && !first && <Tick label={t.add.changes} checked={changes} onChange={setChanges} />}
          <Button kind="main" busy={busy} onClick={() => onWatch([url], more)}>{t.add.watch}</Button>
        </div>
      )}
    </div>
  );
}
