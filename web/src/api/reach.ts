// Is the server there? When it is not, it is asked again by itself, with growing pauses;
// whoever wanted something hears when it is back.
import { signal } from "../ui/signal";

export const isAway = signal(false);

const shortest = 1_000;
const longest = 60_000;
// A server that takes the question and says nothing is away, too.
const patience = 10_000;
// The pause after so many vain tries; not all pages ask in the same moment.
export const pauseAfter = (tries: number) =>
  Math.min(longest, shortest * 2 ** Math.max(0, tries - 1)) * (0.9 + 0.2 * Math.random());

const wanting = new Set<() => void>();
let tries = 0;
let timer = 0;
let asking = false;

export function whenBack(act: () => void): () => void {
  wanting.add(act);
  return () => {
    wanting.delete(act);
  };
}

// What a proxy says that does not reach it; Curlew itself says more.
export const isLost = (response: Response) => response.status === 502 || response.status === 504 ||
  (response.status === 503 && !/problem\+json/.test(response.headers.get("Content-Type") ?? ""));

export async function askNow(): Promise<void> {
  if (asking) return;
  asking = true;
  clearTimeout(timer);
  timer = 0;
  const isHere = await fetch("/api/v1/session", { headers: { Accept: "application/json" }, signal: AbortSignal.timeout(patience) })
    .then((response) => !isLost(response), () => false);
  asking = false;
  if (isHere) {
    const wasAway = isAway.value;
    tries = 0;
    isAway.set(false);
    if (wasAway) for (const act of [...wanting]) act();
  } else {
    isAway.set(true);
    timer = window.setTimeout(() => void askNow(), pauseAfter(++tries));
  }
}

// Something did not reach it.
export function lost(): void {
  if (!timer) void askNow();
}

// The network is back, or the reader is.
const lookAgain = () => {
  if (isAway.value) void askNow();
};
addEventListener("online", lookAgain);
document.addEventListener("visibilitychange", () => document.hidden || lookAgain());
