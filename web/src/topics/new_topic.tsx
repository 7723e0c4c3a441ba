import { useState } from "preact/hooks";
import { send } from "../api/client";
import { refresh } from "../api/resource";
import type { Topic } from "../api/types";
import { go } from "../app/place";
import { t } from "../i18n/text";
import { Button } from "../ui/button";
import { Field } from "../ui/field";

const linesOf = (text: string) => text.split("\n").map((line) => line.trim()).filter(Boolean);

// A line that is no address is an example by its own words.
const exampleOf = (line: string) => (/^https?:\/\//.test(line) ? { url: line } : { text: line });

export function NewTopic({ isFirst }: { isFirst: boolean }) {
  const [name, setName] = useState("");
  const [examples, setExamples] = useState("");
  const [seeds, setSeeds] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const make = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      const made = await send<Topic>("POST", "topics", {
        name, examples: linesOf(examples).map(exampleOf), seeds: linesOf(seeds) });
      refresh("topics");
      // What would be accepted comes next: the threshold over real articles.
      go(`/topics/${made.id}?tab=preview`);
    } catch (trouble) {
      setError((trouble as Error).message);
      setBusy(false);
    }
  };
  return (
    <form class="form narrow" onSubmit={make}>
      {isFirst && <h2>{t.topics.none}</h2>}
      <p class="quiet">{t.topics.noneHint}</p>
      <Field label={t.topics.name} value={name} onInput={setName} autofocus />
      <Field label={t.topics.examples} value={examples} onInput={setExamples} rows={6} mono
        hint={t.topics.examplesHint} error={error} />
      <Field label={t.topics.seeds} value={seeds} onInput={setSeeds} rows={3} mono />
      <div class="actions">
        <Button kind="main" submit busy={busy} disabled={!name || linesOf(examples).length === 0}>{t.topics.make}</Button>
        {!isFirst && <a href="/topics">{t.cancel}</a>}
      </div>
    </form>
  );
}
