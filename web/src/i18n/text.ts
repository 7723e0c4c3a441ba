// What the page says, in the reader's language. `t` is the catalogue in use; whoever
// changes it draws the page anew (app/main.tsx).
import { signal } from "../ui/signal";
import { el } from "./el";
import { en, type Catalogue } from "./en";

export type Language = "en" | "el";
const catalogues: Record<Language, Catalogue> = { en, el };

function chosen(): Language {
  const kept = localStorage.getItem("curlew.language");
  if (kept === "en" || kept === "el") return kept;
  return navigator.languages.some((each) => each.startsWith("el")) ? "el" : "en";
}

export const languageSignal = signal<Language>(chosen());
export let t: Catalogue = catalogues[languageSignal.value];
document.documentElement.lang = languageSignal.value;

export const language = () => languageSignal.value;

export function speak(next: Language): void {
  localStorage.setItem("curlew.language", next);
  t = catalogues[next];
  document.documentElement.lang = next;
  languageSignal.set(next);
}
