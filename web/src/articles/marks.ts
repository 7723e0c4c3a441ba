// Read, starred, muted: shown at once, told to the server behind, taken back when it
// refuses or the reader says so.
import { send } from "../api/client";
import { patchItems } from "../api/pages";
import { refresh } from "../api/resource";
import type { ArticleRow, Clip } from "../api/types";
import { mayWrite } from "../app/session";
import { t } from "../i18n/text";
import { complain, say } from "../ui/toast";

export interface Marks {
  read?: boolean;
  starred?: boolean;
  muted?: boolean;
}

// Clips are of articles: both lists show the same marks.
function show(ids: ReadonlySet<number>, marks: Marks): void {
  const { muted, ...others } = marks;
  // Wherever it stands, it belongs to another list then.
  patchItems<ArticleRow>("articles", ids, (row) => (muted !== undefined ? null : { ...row, ...others }));
  patchItems<ArticleRow>("topics", ids, (row) => ({ ...row, ...others }));
  patchClips(ids, (clip) => (muted !== undefined ? null : { ...clip, ...others }));
}

function patchClips(articles: ReadonlySet<number>, change: (clip: Clip) => Clip | null): void {
  patchItems<Clip>("clips", articles, change, (clip) => clip.article);
}

export async function mark(ids: readonly number[], marks: Marks): Promise<boolean> {
  if (ids.length === 0 || !mayWrite()) return false;
  show(new Set(ids), marks);
  try {
    await send("POST", "articles/marks", { ids, ...marks });
    for (const id of ids) refresh(`articles/${id}`);
    if (marks.read !== undefined) refresh("lists", "health", "folders");
    return true;
  } catch (error) {
    const back = Object.fromEntries(Object.entries(marks).map(([name, is]) => [name, !is]));
    show(new Set(ids), back);
    complain((error as Error).message);
    return false;
  }
}

// Said at once: who takes it back need not wait until the server has heard of it.
export function markAllRead(ids: readonly number[]): void {
  if (ids.length === 0 || !mayWrite()) return;
  const done = mark(ids, { read: true });
  say(t.marked.read(ids.length), () => void done.then((isDone) => isDone && mark(ids, { read: false })));
}

// What is muted leaves the lists, and what is not any more leaves that of the muted; undo
// brings it back when they are asked for again.
export function mute({ id, muted }: { id: number; muted: boolean }, restart: () => Promise<void>): void {
  if (!mayWrite()) return;
  const done = mark([id], { muted: !muted });
  const back = async () => {
    if (await done) await mark([id], { muted });
    await restart();
  };
  say(muted ? t.marked.unmuted : t.marked.muted, () => void back());
}
