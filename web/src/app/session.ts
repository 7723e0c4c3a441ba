// Who is logged in; null: nobody, undefined: not known yet.
import { get, send, whenRefused } from "../api/client";
import { forgetLists } from "../api/pages";
import type { Session } from "../api/types";
import { forgetAll, prefetch } from "../api/resource";
import { startEvents, stopEvents, whenEnded } from "../api/events";
import { signal } from "../ui/signal";

export const session = signal<Session | null | undefined>(undefined);

// How one gets in, for the page of those who are not.
export const door = signal<Session | null>(null);

// The door is shown then, and who comes in by it is back where he was (main.tsx).
function end(): void {
  if (!session.value) return;
  stopEvents();
  session.set(null);
}
whenEnded(end);
whenRefused(end);

export async function findSession(): Promise<void> {
  await enter(await get<Session>("session"));
}

let last: number | undefined;

export async function enter(mine: Session): Promise<void> {
  door.set(mine);
  // Nothing of somebody else's is shown, not even for a moment.
  if (last !== undefined && mine.user?.id !== last) {
    forgetAll();
    forgetLists("");
  }
  last = mine.user?.id ?? last;
  const isIn = mine.rights !== "none";
  // The rail and the line of health are there at once, so that nothing is pushed aside
  // when they come; a slow server is not waited for.
  if (isIn) await Promise.race([prefetch("lists", "health"), new Promise((done) => setTimeout(done, 500))]);
  // What changes something is not shown to who may only read (style/base.css).
  document.documentElement.dataset.rights = mine.rights;
  session.set(isIn ? mine : null);
  if (isIn) startEvents();
}

export async function logOut(): Promise<void> {
  stopEvents();
  await send("DELETE", "session").catch(() => undefined);
  location.assign("/login");
}

export const isAdmin = () => session.value?.rights === "admin";
export const mayWrite = () => session.value?.rights !== "read";
