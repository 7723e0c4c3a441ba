// What happens, as it happens (server-sent events). Nothing that is shown moves by it:
// views count what came and ask for it when the reader wants it.
import { signal } from "../ui/signal";
import { lost, pauseAfter, whenBack } from "./reach";
import { refresh } from "./resource";

export type Live = "live" | "waiting" | "off";
export const live = signal<Live>("off");

// status: counts have changed, so that rows that are shown may have as well; at most every
// ten seconds.
export type Told = "article" | "clip" | "gap" | "status";
type Listener = (kind: Told, data: Record<string, unknown>) => void;
const listeners = new Set<Listener>();
let stream: EventSource | null = null;
let statusTimer = 0;
let retry = 0;
// How often it failed in a row.
let tries = 0;
// The last article that was told: who comes back hears of those since.
let last = "";
// What happens when the session is over, here or by a log-out elsewhere.
let onEnded: () => void = () => undefined;
export const whenEnded = (act: () => void) => {
  onEnded = act;
};

export function listen(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(kind: Told, event: MessageEvent): void {
  last = event.lastEventId || last;
  let data: Record<string, unknown> = {};
  try {
    data = JSON.parse(event.data || "{}");
  } catch {
    return;
  }
  for (const listener of [...listeners]) listener(kind, data);
}

export function startEvents(): void {
  clearTimeout(retry);
  if (stream) return;
  stream = new EventSource(`/api/v1/events${last && `?after=${last}`}`);
  live.set("waiting");
  stream.onopen = () => {
    tries = 0;
    live.set("live");
  };
  stream.onerror = () => {
    // Not left to the browser, which asks every few seconds for ever, or gives up.
    stopEvents();
    live.set("waiting");
    retry = window.setTimeout(startEvents, pauseAfter(++tries));
    lost();
  };
  stream.addEventListener("ended", () => {
    stopEvents();
    onEnded();
  });
  stream.addEventListener("status", (event) => {
    last = (event as MessageEvent).lastEventId || last;
    // Numbers in the rail and the sentence of health: at most every ten seconds.
    if (statusTimer) return;
    statusTimer = window.setTimeout(() => {
      statusTimer = 0;
      refresh("health", "lists", "problems");
      if (!document.hidden) for (const listener of [...listeners]) listener("status", {});
    }, 10_000);
  });
  for (const kind of ["article", "clip", "gap"] as const) {
    stream.addEventListener(kind, (event) => tell(kind, event as MessageEvent));
  }
}

whenBack(() => {
  if (live.value === "waiting") startEvents();
});

export function stopEvents(): void {
  clearTimeout(retry);
  stream?.close();
  stream = null;
  live.set("off");
}
