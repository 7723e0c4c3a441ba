import type { ComponentChildren, JSX } from "preact";
import { Icon, type IconName } from "./icons";

interface ButtonProps {
  children: ComponentChildren;
  icon?: IconName;
  kind?: "plain" | "main" | "danger" | "link";
  onClick?: (event: MouseEvent) => void;
  disabled?: boolean;
  busy?: boolean;
  submit?: boolean;
  title?: string;
  pressed?: boolean;
  // It changes something: not for who may only read.
  writes?: boolean;
}

export function Button({ children, icon, kind = "plain", submit, busy, pressed, writes, ...rest }:
  ButtonProps) {
  return (
    <button type={submit ? "submit" : "button"} class={`button ${kind}${writes ? " writes" : ""}`} aria-busy={busy}
      aria-pressed={pressed} {...rest} disabled={rest.disabled || busy}>
      {icon && <Icon name={icon} size={16} />}
      {children}
    </button>
  );
}

// A button that is only an icon: its label is read aloud and shown on hover.
export function IconButton({ icon, label, filled, ...rest }: {
  icon: IconName; label: string; filled?: boolean; pressed?: boolean;
  onClick?: (event: MouseEvent) => void; disabled?: boolean; class?: string;
}) {
  const { pressed, class: name, ...others } = rest;
  return (
    <button type="button" class={`icon-button ${name ?? ""}`} aria-label={label}
      title={label} aria-pressed={pressed} {...others}>
      <Icon name={icon} filled={filled ?? false} />
    </button>
  );
}

export type { JSX };
