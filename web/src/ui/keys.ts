// Keys: each view names its own while it is shown; the latest shown comes first.
// "g c" is one key after another. No key is taken from a field or with Ctrl, Alt, Meta.
import { useLayoutEffect, useRef } from "preact/hooks";

export type Keys = Record<string, (event: KeyboardEvent) => void>;

const shown: { keys: Keys }[] = [];
let prefix = "";
let prefixEnds = 0;

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches("textarea, select, input:not([type=checkbox], [type=radio], [type=file])"));

function find(name: string): Keys[string] | undefined {
  for (let i = shown.length - 1; i >= 0; --i) {
    const handler = shown[i]?.keys[name];
    if (handler) return handler;
  }
  return undefined;
}

export function listenForKeys(): void {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === "Escape") {
      if (isField(event.target)) (event.target as HTMLElement).blur();
      find("Escape")?.(event);
      return;
    }
    if (isField(event.target) || event.defaultPrevented) return;
    if (document.querySelector("dialog[open]")) return;
    const inTime = prefix && Date.now() < prefixEnds;
    const name = inTime ? `${prefix} ${event.key}` : event.key;
    prefix = "";
    const handler = find(name);
    if (handler) {
      event.preventDefault();
      handler(event);
    } else if (shown.some(({ keys }) =>
      Object.keys(keys).some((key) => key.startsWith(`${event.key} `)))) {
      prefix = event.key;
      prefixEnds = Date.now() + 1500;
    }
  });
}

export function useKeys(keys: Keys): void {
  const entry = useRef({ keys });
  entry.current.keys = keys;
  // With the view itself: what is seen can be used.
  useLayoutEffect(() => {
    const mine = entry.current;
    shown.push(mine);
    return () => {
      shown.splice(shown.indexOf(mine), 1);
    };
  }, []);
}
