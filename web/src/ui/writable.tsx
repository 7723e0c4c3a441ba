// What changes something: for who may only read it is there to be seen, not to be pressed,
// and a word says why.
import type { ComponentChildren } from "preact";
import { mayWrite } from "../app/session";
import { t } from "../i18n/text";

export const MayOnlyRead = () => (mayWrite() ? null : <p class="invite may-only-read">{t.mayOnlyRead}</p>);

export function Writable({ children }: { children: ComponentChildren }) {
  if (mayWrite()) return <>{children}</>;
  return <><MayOnlyRead /><fieldset disabled class="bare">{children}</fieldset></>;
}
