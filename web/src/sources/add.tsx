// Adding: an address, a page, a list or an OPML file; what is there is shown at once.
import { useEffect, useRef, useState } from "preact/hooks";
import { send, sendText } from "../api/client";
import { forgetLists } from "../api/pages";
import { refresh } from "../api/resource";
import type { Check, Folder, Imported, SourceEdit, SourceResult } from "../api/types";
import { go } from "../app/place";
import { t } from "../i18n/text";
import { Button } from "../ui/button";
import { useDraft } from "../ui/draft";
import { Icon } from "../ui/icons";
import { useKeys } from "../ui/keys";
import { complain, say, sayWhere } from "../ui/toast";
import { Found } from "./found";
import { edits, Ways, type Way } from "./ways";

const addressesOf = (text: string) => text.split(/\s+/).filter((each) => /[.:]/.test(each));

// A page whose one feed was looked at as well says nothing that the feed does not.
const telling = (found: readonly Check[]) => found.filter((check) =>
  !(check.kind === "auto" && check.feeds.length === 1 &&
    found.some((other) => other !== check && [other.url, other.final_url].includes(check.feeds[0]?.url ?? ""))));

export function AddSource({ isFocused, folders, stays = false }: {
  isFocused: boolean; folders: readonly Folder[];
  // One goes on where one is, not to what was added.
  stays?: boolean;
}) {
  const [text, setText] = useDraft("add", "");
  const [folder, setFolder] = useDraft("add folder", "");
  const [found, setFound] = useState<Check[] | null>(null);
  const [way, setWay] = useState<Way>("auto");
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const asked = useRef(0);
  useEffect(() => {
    if (isFocused) field.current?.focus();
  }, [isFocused]);
  useKeys({ a: () => field.current?.focus() });

  const addresses = addressesOf(text);
  const look = async (url: string, as: Way = "auto") => {
    const mine = ++asked.current;
    setWay(as);
    setBusy(true);
    setError(null);
    setFound(null);
    try {
      const answer = await send<{ items: Check[] }>("POST", "sources/check", { url, ...edits[as] });
      if (mine === asked.current) setFound(as === "auto" ? telling(answer.items) : answer.items);
    } catch (trouble) {
      if (mine === asked.current) setError((trouble as Error).message);
    }
    if (mine === asked.current) setBusy(false);
  };
  const finish = () => {
    setText("");
    setFound(null);
    forgetLists("sources");
    refresh("folders", "health");
  };
  const watch = async (urls: string[], more: SourceEdit = {}) => {
    setBusy(true);
    try {
      const { items } = await send<{ items: SourceResult[] }>("POST", "sources",
        { addresses: urls, ...(folder && { folder }), ...more });
      const known = found?.find((check) => urls.includes(check.final_url || check.url))?.title;
      finish();
      // What happens next, and where: one looks at the source meanwhile.
      const only = items.length === 1 ? items[0] : undefined;
      if (!only) return say(t.add.added(items.length));
      const said = only.result === "known" ? t.add.known : t.add.followed(only.title || known || new URL(only.url).host);
      if (stays) return sayWhere(said, `/sources/${only.id}`, t.add.open);
      say(said);
      go(`/sources/${only.id}`);
    } catch (trouble) {
      setError((trouble as Error).message);
    } finally {
      setBusy(false);
    }
  };
  const importText = async (content: string) => {
    setBusy(true);
    try {
      const done = await sendText<Imported>("opml", content, "text/x-opml");
      finish();
      say(t.add.imported(done.added, done.known) +
        (done.invalid.length ? `; ${t.add.invalid(done.invalid.length)}` : ""));
    } catch (trouble) {
      complain((trouble as Error).message);
    }
    setBusy(false);
  };
  const takeFile = (file: File | undefined | null) => {
    if (file) void file.text().then(importText);
  };
  const submit = () => {
    if (addresses.length === 1 && addresses[0]) void look(addresses[0]);
    else if (addresses.length > 1) void importText(addresses.join("\n"));
  };
  // Pasted is meant: it is looked at without another key.
  const onPaste = (event: ClipboardEvent) => {
    const pasted = addressesOf(event.clipboardData?.getData("text") ?? "");
    if (!text && pasted.length === 1 && pasted[0]) void look(pasted[0]);
  };
  return (
    <section class="add" aria-label={t.add.title}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => (event.preventDefault(), takeFile(event.dataTransfer?.files[0]))}>
      <form class="add-line" onSubmit={(event) => (event.preventDefault(), submit())}>
        <Icon name="add" />
        <textarea ref={field} rows={text.includes("\n") ? 4 : 1} aria-label={t.add.field}
          placeholder={t.add.field} value={text} spellcheck={false} onPaste={onPaste}
          onInput={(event) => (setText((event.target as HTMLTextAreaElement).value), setError(null))}
          onKeyDown={(event) => {
            if (event.key === "Enter" && !event.shiftKey && addresses.length === 1) {
              event.preventDefault();
              submit();
            }
          }} />
        {text && <Button kind="main" submit busy={busy} disabled={addresses.length === 0}>
          {addresses.length > 1 ? `${t.add.watch}: ${t.add.several(addresses.length)}` : t.add.look}</Button>}
        <label class="button file">
          {t.add.file}
          <input type="file" accept=".opml,.xml,.txt,text/x-opml" class="hidden-text"
            onChange={(event) => takeFile((event.target as HTMLInputElement).files?.[0])} />
        </label>
      </form>
      <div aria-live="polite">
        {busy && !found && <p class="quiet add-note">{t.add.looking}</p>}
        {error && <p class="failing add-note">{error}</p>}
        {found?.map((check) => (
          <Found key={check.final_url || check.url} check={check} folder={folder} folders={folders}
            onFolder={setFolder} busy={busy} as={edits[way]} onWatch={watch} onLook={(url) => (setText(url), void look(url))} />
        ))}
        {addresses.length === 1 && addresses[0] && (found || error) && (
          <Ways chosen={way} found={found} busy={busy}
            onChoose={(as) => void look(addresses[0] as string, as)} />
        )}
      </div>
    </section>
  );
}
