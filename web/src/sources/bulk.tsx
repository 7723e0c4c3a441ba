// What one does with several: each with a way back, removal after a question.
import { useState } from "preact/hooks";
import { send } from "../api/client";
import { forgetLists } from "../api/pages";
import { refresh } from "../api/resource";
import type { Folder, SourceRow } from "../api/types";
import { t } from "../i18n/text";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { Field } from "../ui/field";
import { complain, say } from "../ui/toast";

export type Action = "visit" | "pause" | "resume" | "remove" | "move";

export async function act(action: Action, ids: readonly number[], to?: string): Promise<boolean> {
  try {
    await send("POST", "sources/actions", { action, ids, ...(to !== undefined && { to }) });
    forgetLists("sources");
    refresh("sources", "folders", "problems", "health");
    return true;
  } catch (error) {
    complain((error as Error).message);
    return false;
  }
}

export function Bulk({ chosen, rows, folders, onDone, restart }: {
  chosen: ReadonlySet<number>; rows: readonly SourceRow[]; folders: readonly Folder[];
  onDone: () => void; restart: () => Promise<void>;
}) {
  const [asks, setAsks] = useState<"move" | "remove" | null>(null);
  const [folder, setFolder] = useState("");
  if (chosen.size === 0) return null;
  const ids = [...chosen];
  const run = async (action: Action, said: string, undo?: () => Promise<unknown>, to?: string) => {
    setAsks(null);
    if (!(await act(action, ids, to))) return;
    onDone();
    await restart();
    say(said, undo && (() => void undo().then(restart)));
  };
  // Back into the folders that they came from.
  const moveBack = async () => {
    for (const row of rows.filter((each) => chosen.has(each.id))) {
      await act("move", [row.id], row.folder);
    }
  };
  return (
    <div class="bulk" role="toolbar" aria-label={t.sources.chosen(ids.length)}>
      <strong>{t.sources.chosen(ids.length)}</strong>
      <Button icon="visit" onClick={() => run("visit", t.sources.visited(ids.length))}>{t.sources.visit}</Button>
      <Button icon="pause" onClick={() => run("pause", t.sources.paused(ids.length), () => act("resume", ids))}>
        {t.sources.pause}</Button>
      <Button icon="play" onClick={() => run("resume", t.sources.resumed(ids.length), () => act("pause", ids))}>
        {t.sources.resume}</Button>
      <Button icon="folder" onClick={() => setAsks("move")}>{t.sources.move}</Button>
      <Button icon="remove" kind="danger" onClick={() => setAsks("remove")}>{t.remove}</Button>
      {asks === "move" && (
        <Dialog title={t.sources.move} onClose={() => setAsks(null)}>
          <form class="form" onSubmit={(event) => (event.preventDefault(),
            void run("move", t.sources.moved(ids.length), moveBack, folder))}>
            <Field label={t.sources.moveTo} value={folder} onInput={setFolder} autofocus />
            <div class="actions">{folders.slice(0, 12).map((each) => (
              <Button key={each.name} onClick={() => setFolder(each.name)}>{each.name}</Button>))}</div>
            <Button kind="main" submit>{t.save}</Button>
          </form>
        </Dialog>
      )}
      {asks === "remove" && (
        <Dialog title={`${t.remove}: ${t.sources.chosen(ids.length)}`} onClose={() => setAsks(null)}>
          <div class="form">
            <p>{t.source.removeText}</p>
            <div class="actions">
              <Button kind="danger" icon="remove"
                onClick={() => run("remove", t.sources.removed(ids.length))}>{t.remove}</Button>
              <Button onClick={() => setAsks(null)}>{t.cancel}</Button>
            </div>
          </div>
        </Dialog>
      )}
    </div>
  );
}
