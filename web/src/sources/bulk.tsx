// What one does with several: each with a way back.
import { useState } from "preact/hooks";
import { ApiError, send } from "../api/client";
import { forgetLists } from "../api/pages";
import { refresh } from "../api/resource";
import type { Folder, SourceRow } from "../api/types";
import { t } from "../i18n/text";
import { Button, IconButton } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { Field } from "../ui/field";
import { leave } from "../ui/leaving";
import { complain, say } from "../ui/toast";

export type Action = "visit" | "pause" | "resume" | "remove" | "move";

// It is others' source, too.
export const isNotOwn = (error: unknown) => error instanceof ApiError && error.status === 403;

export async function act(action: Action, ids: readonly number[], to?: string): Promise<boolean> {
  try {
    await send("POST", "sources/actions", { action, ids, ...(to !== undefined && { to }) });
    forgetLists("sources");
    refresh("sources", "folders", "problems", "health");
    return true;
  } catch (error) {
    complain(isNotOwn(error) ? t.sources.notOwn(ids.length) : (error as Error).message);
    return false;
  }
}

export const removeSources = (ids: readonly number[]) =>
  leave("source", ids, t.sources.removed(ids.length), () => act("remove", ids));

export function Bulk({ chosen, rows, folders, onDone, restart }: {
  chosen: ReadonlySet<number>; rows: readonly SourceRow[]; folders: readonly Folder[];
  onDone: () => void; restart: () => Promise<void>;
}) {
  const [asks, setAsks] = useState(false);
  const [folder, setFolder] = useState("");
  if (chosen.size === 0) return null;
  const ids = [...chosen];
  const run = async (action: Action, said: string, undo?: () => Promise<unknown>, to?: string) => {
    setAsks(false);
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
      <IconButton icon="close" label={t.clear} onClick={onDone} />
      <strong role="status">{t.sources.chosen(ids.length)}</strong>
      <Button icon="visit" onClick={() => run("visit", t.sources.visited(ids.length))}>{t.sources.visit}</Button>
      <Button icon="pause" onClick={() => run("pause", t.sources.paused(ids.length), () => act("resume", ids))}>
        {t.sources.pause}</Button>
      <Button icon="play" onClick={() => run("resume", t.sources.resumed(ids.length), () => act("pause", ids))}>
        {t.sources.resume}</Button>
      <Button icon="folder" onClick={() => setAsks(true)}>{t.sources.move}</Button>
      <Button icon="remove" kind="danger" onClick={() => (removeSources(ids), onDone())}>{t.remove}</Button>
      {asks && (
        <Dialog title={t.sources.move} onClose={() => setAsks(false)}>
          <form class="form" onSubmit={(event) => (event.preventDefault(),
            void run("move", t.sources.moved(ids.length), moveBack, folder))}>
            <Field label={t.sources.moveTo} value={folder} onInput={setFolder} autofocus />
            <div class="actions">{folders.slice(0, 12).map((each) => (
              <Button key={each.name} onClick={() => setFolder(each.name)}>{each.name}</Button>))}</div>
            <Button kind="main" submit>{t.save}</Button>
          </form>
        </Dialog>
      )}
    </div>
  );
}
