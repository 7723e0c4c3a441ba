// Pictures of an article: got by our server, so that theirs do not learn who reads; or as
// links, as the reader chose. One after the other: a page of pictures is no rush.
import { useEffect, useState } from "preact/hooks";
import { signal } from "../ui/signal";

const kept = "curlew.pictures";
export const showsPictures = signal(localStorage.getItem(kept) === "shown");

export function choosePictures(shown: boolean): void {
  if (shown) localStorage.setItem(kept, "shown");
  else localStorage.removeItem(kept);
  showsPictures.set(shown);
}

let last: Promise<unknown> = Promise.resolve();

// One failed, or took too long: the next ones have their turn all the same.
const longest = 12_000;

export function Picture({ article, number, url, text }: {
  article: number; number: number; url: string; text: string;
}) {
  const [state, setState] = useState<"waits" | "loads" | "shown" | "failed">("waits");
  const [done, setDone] = useState<(() => void) | null>(null);
  useEffect(() => {
    let isGone = false;
    last = last.then(() => isGone ? undefined : new Promise<void>((resolve) => {
      setDone(() => resolve);
      setState("loads");
      setTimeout(resolve, longest);
    }));
    return () => {
      isGone = true;
    };
  }, [article, number]);
  useEffect(() => () => done?.(), [done]);
  const end = (next: "shown" | "failed") => () => {
    setState(next);
    done?.();
  };
  const link = <a href={url} target="_blank" rel="noopener noreferrer nofollow">{text}</a>;
  if (state === "failed" || state === "waits") return link;
  return (
    <a class="picture" href={url} target="_blank" rel="noopener noreferrer nofollow">
      <img src={`/api/v1/articles/${article}/pictures/${number}`} alt={text} decoding="async"
        onLoad={end("shown")} onError={end("failed")} />
    </a>
  );
}
