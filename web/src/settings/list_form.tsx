// A watchlist with what it would have found, and how it tells.
import { useState } from "preact/hooks";
import { send } from "../api/client";
import { forgetLists } from "../api/pages";
import { prefetch, refresh } from "../api/resource";
import type { Digest, List, ListEdit } from "../api/types";
import { go } from "../app/place";
import { queriesOf } from "../clips/first_list";
import { Preview, usePreview } from "../clips/preview";
import { t } from "../i18n/text";
import { Button } from "../ui/button";
import { useDraft } from "../ui/draft";
import { Check, Field, Select } from "../ui/field";
import { leave } from "../ui/leaving";
import { complain, say } from "../ui/toast";
import { Deliveries } from "./deliveries";

const choicesOf = (texts: Record<string, string>) =>
  Object.entries(texts).map(([value, text]) => ({ value, text }));

// Whoever knows the address of a webhook may send to it.
const withoutSecrets = (list: List | undefined) => (edit: ListEdit): ListEdit => {
  if ((edit.by ?? list?.by) !== "webhook") return edit;
  const { to: _, secret: __, ...rest } = edit;
  return rest;
};

export function ListForm({ list }: { list: List | undefined }) {
  const [edit, setEdit] = useDraft<ListEdit>(`list ${list?.id}`, {}, withoutSecrets(list));
  const [text, setText] = useDraft(`list ${list?.id} words`, list?.queries.join("\n") ?? "");
  const [busy, setBusy] = useState(false);
  const queries = queriesOf(text);
  const synonyms = edit.synonyms ?? list?.synonyms ?? true;
  const preview = usePreview(queries, synonyms);
  const put = (change: ListEdit) => setEdit({ ...edit, ...change });
  const by = edit.by ?? list?.by ?? "feed";
  const action = edit.action ?? list?.action ?? "notify";
  const digest: Digest = edit.digest ?? list?.digest ?? { kind: "off" };
  const name = edit.name ?? list?.name ?? "";
  const save = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    try {
      const saved = list
        ? await send<List>("PATCH", `lists/${list.id}`, { ...edit, queries })
        : await send<List>("POST", "lists", { ...edit, name, queries });
      setEdit({});
      forgetLists("clips");
      refresh("lists", "health");
      say(list ? t.saved : t.lists.made(saved.name));
      if (!list) await prefetch("lists");
      if (!list) go(`/settings/lists?list=${saved.id}`);
    } catch (error) {
      complain((error as Error).message);
    }
    setBusy(false);
  };
  const remove = () => {
    if (!list) return;
    leave("list", [list.id], t.lists.removed(list.name), async () => {
      await send("DELETE", `lists/${list.id}`);
      forgetLists("clips");
      refresh("lists", "health");
    });
    go("/settings/lists");
  };
  const sendNow = async () => {
    try {
      await send("POST", `lists/${list?.id}/send`);
      refresh("deliveries");
      say(t.lists.sent);
    } catch (error) {
      complain((error as Error).message);
    }
  };
  const setDigest = (change: Partial<Digest>) => {
    const next = { ...digest, ...change };
    put({ digest: { kind: next.kind, ...(next.kind === "count" && { count: next.count ?? 10 }),
      ...(/daily|weekly/.test(next.kind) && { hour: next.hour ?? 7 }),
      ...(next.kind === "weekly" && { weekday: next.weekday ?? 1 }) } });
  };
  return (
    <div class="list-form">
      <form class="form" onSubmit={save}>
        {list?.error && <p class="failing">{t.lists.failing(list.error)}</p>}
        <Field label={t.lists.words} value={text} onInput={setText} rows={4} mono
          placeholder={t.lists.wordsPlaceholder} hint={t.lists.wordsHint} error={preview.mistake} />
        <div class="row">
          <Field label={t.lists.name} value={name} onInput={(next) => put({ name: next })} />
          <Select label={t.lists.action} value={action} choices={choicesOf(t.lists.actions)}
            onChange={(next) => put({ action: next as List["action"] })} />
        </div>
        {action === "tag" && <Field label={t.lists.tag} value={edit.tag ?? list?.tag ?? ""} onInput={(tag) => put({ tag })} />}
        {action === "notify" && (
          <>
            <div class="row">
              <Select label={t.lists.by} value={by} onChange={(next) => put({ by: next as List["by"] })}
                choices={[{ value: "feed", text: t.lists.byPage }, { value: "mail", text: t.lists.byMail },
                  { value: "webhook", text: t.lists.byWebhook }]} />
              {by !== "feed" && <Field label={t.lists.to} value={edit.to ?? list?.to ?? ""} onInput={(to) => put({ to })}
                hint={by === "mail" ? t.lists.toMailHint : undefined} />}
            </div>
            {by !== "feed" && (
              <div class="row">
                <Select label={t.lists.digest} value={digest.kind} choices={choicesOf(t.lists.digests)}
                  onChange={(kind) => setDigest({ kind: kind as Digest["kind"] })} />
                {digest.kind === "count" && <Field label={t.lists.everyCount} type="number" value={String(digest.count ?? 10)}
                  onInput={(value) => setDigest({ count: Number(value) })} />}
                {/daily|weekly/.test(digest.kind) && <Field label={t.lists.hour} type="number" value={String(digest.hour ?? 7)}
                  onInput={(value) => setDigest({ hour: Number(value) })} />}
                {digest.kind === "weekly" && <Select label={t.lists.weekday} value={String(digest.weekday ?? 1)}
                  onChange={(value) => setDigest({ weekday: Number(value) })}
                  choices={t.source.days.map((day, i) => ({ value: String(i + 1), text: day }))} />}
              </div>
            )}
          </>
        )}
        <div>
          <Check label={t.lists.synonyms} checked={synonyms} onChange={(next) => put({ synonyms: next })} />
          {list && <Check label={t.lists.paused} checked={edit.paused ?? list.paused} onChange={(paused) => put({ paused })} />}
        </div>
        <div class="actions">
          <Button kind="main" submit busy={busy} disabled={!name || queries.length === 0}>{list ? t.save : t.lists.make}</Button>
          {list && by !== "feed" && <Button icon="mail" onClick={() => void sendNow()}>{t.lists.sendNow}</Button>}
          <span class="rest" />
          {list && <Button kind="danger" icon="remove" onClick={remove}>{t.remove}</Button>}
        </div>
        {list?.feed && <p class="small"><a href={list.feed} target="_blank" rel="noopener">{t.lists.feed}</a></p>}
        {list && <Deliveries list={list.id} />}
      </form>
      <Preview {...preview} isAsked={queries.length > 0} />
    </div>
  );
}
