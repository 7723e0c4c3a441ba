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
  patchItems<ArticleRow>("articles", ids, (row) => (muted ? null : { ...row, ...others }));
  patchItems<ArticleRow>("topics", ids, (row) => ({ ...row, ...others }));
  patchClips(ids, (clip) => (muted ? null : { ...clip, ...others }));
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

export async function markAllRead(ids: readonly number[]): Promise<void> {
  if (await mark(ids, { read: true })) {
    say(t.marked.read(ids.length), () => void mark(ids, { read: false }));
  }
}

// What is muted leaves the lists; undo brings it back when they are asked for again.
export async function mute(id: number, restart: () => Promise<void>): Promise<void> {
  if (await mark([id], { muted: true })) {
    say(t.marked.muted, () => void mark([id], { muted: false }).then(restart));
  }
}
