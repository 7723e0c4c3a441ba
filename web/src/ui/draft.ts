// What is typed in a form, kept when the session ends under it: who logs in again finds
// the form as it was left. Only in memory, and for the same user; who leaves a form by
// himself leaves what he typed, too. Not for passwords: `withoutSecrets` leaves out what
// should not be kept.
import { useEffect, useRef, useState } from "preact/hooks";
import { session } from "../app/session";

const kept = new Map<string, { user: number | undefined; value: unknown }>();

const user = () => session.value?.user?.id;

// Like useState; `name` is of one form, and of what it is about.
export function useDraft<T>(name: string, initial: T,
  withoutSecrets: (typed: T) => T = (typed) => typed): [T, (next: T) => void] {
  const owner = useRef(user());
  const [value, setValue] = useState<T>(() => {
    const draft = kept.get(name);
    return draft && draft.user === owner.current ? draft.value as T : initial;
  });
  const latest = useRef(value);
  latest.current = value;
  useEffect(() => {
    kept.delete(name);
    return () => {
      const isOver = session.value === null;
      if (!isOver || latest.current === initial) return;
      kept.set(name, { user: owner.current, value: withoutSecrets(latest.current) });
    };
  }, []);
  return [value, setValue];
}
