// Who is logged in; null: nobody, undefined: not known yet.
import { get, send } from "../api/client";
import type { Session } from "../api/types";
import { prefetch } from "../api/resource";
import { startEvents, stopEvents, whenEnded } from "../api/events";
import { signal } from "../ui/signal";

export const session = signal<Session | null | undefined>(undefined);

// How one gets in, for the page of those who are not.
export const door = signal<Session | null>(null);

whenEnded(() => session.set(null));

export async function findSession(): Promise<void> {
  await enter(await get<Session>("session"));
}

export async function enter(mine: Session): Promise<void> {
  door.set(mine);
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
