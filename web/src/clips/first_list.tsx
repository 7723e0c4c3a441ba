// Without a source, home asks for one; without a list, it is the form for the first one, with
// what it would have found.
import { useState } from "preact/hooks";
import { send } from "../api/client";
import { refresh, useResource } from "../api/resource";
import type { Health, List } from "../api/types";
import { go } from "../app/place";
import { t } from "../i18n/text";
import { Button } from "../ui/button";
import { AddSource } from "../sources/add";
import { useDraft } from "../ui/draft";
import { Field, Select } from "../ui/field";
import { Page } from "../ui/page";
import { complain, say } from "../ui/toast";
import { MayOnlyRead } from "../ui/writable";
import { Preview, usePreview } from "./preview";

export const queriesOf = (text: string) =>
  text.split("\n").map((line) => line.trim()).filter(Boolean);

// "flood* OR fire" names itself until it is named.
const nameFrom = (text: string) => {
  const word = text.replace(/["«»()*=-]/g, " ").split(/\s+/)
    .find((each) => each.length > 2 && !/^(AND|OR|NOT)$/.test(each));
  return word ? word.charAt(0).toLocaleUpperCase() + word.slice(1) : "";
};

export function FirstList() {
  const health = useResource<Health>("health").data;
  return health?.counts.sources === 0 ? <FirstSource /> : <ListForm />;
}

function FirstSource() {
  return (
    <Page title={t.add.firstTitle} name={t.nav.clips}>
      <div class="narrow">
        <MayOnlyRead />
        <p class="quiet">{t.add.firstText}</p>
        <AddSource isFocused folders={[]} stays />
      </div>
    </Page>
  );
}

function ListForm() {
  const [text, setText] = useDraft("first list", "");
  const [named, setNamed] = useDraft<string | null>("first list's name", null);
  const [by, setBy] = useState<"feed" | "mail">("feed");
  const [busy, setBusy] = useState(false);
  const queries = queriesOf(text);
  const preview = usePreview(queries, true);
  const name = named ?? nameFrom(text);
  const make = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    try {
      const list = await send<List>("POST", "lists", { name, queries, by });
      refresh("lists");
      say(t.lists.made(list.name));
      go(`/clips?list=${list.id}`);
    } catch (error) {
      complain((error as Error).message);
    }
    setBusy(false);
  };
  return (
    <Page title={t.lists.firstTitle} name={t.nav.clips}>
      <div class="first-list">
        <MayOnlyRead />
        <form class="form" onSubmit={make}>
          <p class="quiet">{t.lists.firstText}</p>
          <Field label={t.lists.words} value={text} onInput={setText} rows={3} mono autofocus
            placeholder={t.lists.wordsPlaceholder} hint={t.lists.wordsHint}
            error={preview.mistake} />
          <div class="row">
            <Field label={t.lists.name} value={name} onInput={setNamed} />
            <Select label={t.lists.by} value={by} onChange={(next) => setBy(next as "feed" | "mail")}
              choices={[{ value: "feed", text: t.lists.byPage }, { value: "mail", text: t.lists.byMail }]} />
          </div>
          <div class="actions">
            <Button writes kind="main" submit busy={busy}
              disabled={queries.length === 0 || !name || preview.isWrong}>
              {t.lists.make}
            </Button>
            <a href="/articles">{t.lists.later}</a>
          </div>
        </form>
        <Preview {...preview} isAsked={queries.length > 0} />
      </div>
    </Page>
  );
}
