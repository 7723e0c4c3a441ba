// A state by shape, colour and word: never by colour alone.
export type State = "fresh" | "late" | "failing" | "paused" | "nothing";

export function StateDot({ state, word, showWord }: {
  state: State; word: string; showWord?: boolean;
}) {
  return (
    <span class={`state ${state}`} title={word}>
      <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
        {state === "fresh" && <circle cx="5" cy="5" r="4" fill="currentColor" />}
        {state === "late" && <path d="M5 1a4 4 0 0 1 0 8z" fill="currentColor" />}
        {state === "late" && <circle cx="5" cy="5" r="3.3" fill="none" stroke="currentColor" stroke-width="1.4" />}
        {state === "failing" && <path d="M5 .8 9.6 9H.4z" fill="currentColor" />}
        {state === "nothing" && <circle cx="5" cy="5" r="3" fill="none" stroke="currentColor" stroke-width="1.4" />}
        {state === "paused" && <path d="M2.2 1.5v7M7.8 1.5v7" stroke="currentColor" stroke-width="2.2" />}
      </svg>
      <span class={showWord ? "" : "hidden-text"}>{word}</span>
    </span>
  );
}
