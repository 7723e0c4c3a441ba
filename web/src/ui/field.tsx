// Fields with their labels, and what is wrong with them, said where it is.
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { Icon } from "./icons";

interface FieldProps {
  label: string;
  value: string;
  onInput: (value: string) => void;
  hint?: ComponentChildren;
  error?: ComponentChildren;
  type?: "text" | "password" | "email" | "url" | "number";
  placeholder?: string;
  autocomplete?: string;
  rows?: number;
  required?: boolean;
  mono?: boolean;
  autofocus?: boolean;
}

export function Field(props: FieldProps) {
  const id = useId();
  const { label, hint, error, rows, mono, onInput, autofocus, ...rest } = props;
  const described = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  const shared = {
    id, class: mono ? "input mono" : "input", "aria-invalid": Boolean(error),
    "aria-describedby": described, spellcheck: !mono, dir: (mono ? "ltr" : "auto") as "ltr" | "auto", ...rest,
    ref: (node: HTMLElement | null) => {
      if (autofocus && node && !node.dataset.focused) {
        node.dataset.focused = "1";
        node.focus({ preventScroll: true });
      }
    },
    onInput: (event: Event) =>
      onInput((event.target as HTMLInputElement | HTMLTextAreaElement).value),
  };
  const { type: _, ...textarea } = shared;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {rows ? <textarea {...textarea} rows={rows} /> : <input {...shared} />}
      {error ? <div class="failing small" id={`${id}-error`} role="alert">{error}</div>
        : hint && <p class="quiet small" id={`${id}-hint`}>{hint}</p>}
    </div>
  );
}

export interface Choice {
  readonly value: string;
  readonly text: string;
}

// The system's own list: it is right on every phone and for every reader.
export function Select({ label, value, choices, onChange, quiet, hint }: {
  label: string; value: string; choices: readonly Choice[]; quiet?: boolean; hint?: string;
  onChange: (value: string) => void;
}) {
  const id = useId();
  const select = (
    <span class={quiet ? "select quiet-select" : "select"}>
      <select id={id} value={value} aria-label={quiet ? label : undefined}
        onChange={(event) => onChange((event.target as HTMLSelectElement).value)}>
        {choices.map((each) => (
          <option key={each.value} dir="auto" value={each.value}>{each.text}</option>
        ))}
      </select>
      <Icon name="down" size={12} />
    </span>
  );
  if (quiet) return select;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {select}
      {hint && <p class="quiet small">{hint}</p>}
    </div>
  );
}

export function Check({ label, checked, onChange, hint }: {
  label: string; checked: boolean; onChange: (checked: boolean) => void; hint?: string;
}) {
  return (
    <label class="check">
      <input type="checkbox" checked={checked}
        onChange={(event) => onChange((event.target as HTMLInputElement).checked)} />
      <span>{label}{hint && <span class="quiet small"> {hint}</span>}</span>
    </label>
  );
}
