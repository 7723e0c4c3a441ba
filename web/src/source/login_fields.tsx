// Name and password for a source, as "name:password" to whoever asks; the password is not
// shown, and nothing here is filled in by the browser's own.
import { useState } from "preact/hooks";
import { t } from "../i18n/text";
import { Field } from "../ui/field";

export function LoginFields({ onInput, autofocus = false }: {
  // null: nothing was typed.
  onInput: (user: string | null) => void; autofocus?: boolean;
}) {
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const put = (who: string, secret: string) => {
    setName(who);
    setPassword(secret);
    onInput(who === "" && secret === "" ? null : `${who}:${secret}`);
  };
  return (
    <div class="row">
      <Field label={t.source.loginName} value={name} onInput={(who) => put(who, password)} autocomplete="off" autofocus={autofocus} />
      <Field label={t.source.loginPassword} value={password} onInput={(secret) => put(name, secret)}
        type="password" autocomplete="new-password" />
    </div>
  );
}
