// Sound and films: from their publisher's own server, which learns who listens. So they
// are links until one is played, by a click on each; or links alone, as the reader chose.
import { useState } from "preact/hooks";
import { t } from "../i18n/text";
import { Button } from "../ui/button";
import { signal, useSignal } from "../ui/signal";

const kept = "curlew.media";
export const playsMedia = signal(localStorage.getItem(kept) !== "linked");

export function chooseMedia(played: boolean): void {
  if (played) localStorage.removeItem(kept);
  else localStorage.setItem(kept, "linked");
  playsMedia.set(played);
}

export type Kind = "audio" | "video";

export const kindOf = (type: string): Kind | null =>
  /^audio\//.test(type) ? "audio" : /^video\//.test(type) ? "video" : null;

function hostOf(url: string): string {
  try {
    return new URL(url).hostname;
  } catch {
    return "";
  }
}

// Its state is that of one file: give it the address as its key.
export function Medium({ kind, url }: { kind: Kind; url: string }) {
  const plays = useSignal(playsMedia);
  const [state, setState] = useState<"waits" | "plays" | "failed">("waits");
  const host = hostOf(url);
  const link = <a href={url} target="_blank" rel="noopener noreferrer nofollow">{t.media[kind]} · {host}</a>;
  if (!plays) return link;
  const failed = () => setState("failed");
  return (
    <span class="medium">
      {state === "waits" && <Button icon="play" title={t.media.from(host)}
        onClick={() => setState("plays")}>{t.media.play}</Button>}
      {state === "plays" && (kind === "audio"
        ? <audio src={url} controls autoplay preload="none" onError={failed} />
        : <video src={url} controls autoplay preload="none" onError={failed} />)}
      <span class="quiet small">{link}{state === "failed" && <> · {t.media.failed}</>}</span>
    </span>
  );
}
