import { useState } from "preact/hooks";
import { send } from "../api/client";
import type { Session } from "../api/types";
import { usePlace, withQuery } from "../app/place";
import { door, enter } from "../app/session";
import { language, t } from "../i18n/text";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { Mark } from "../ui/icons";
import { useTitle } from "../ui/page";
import { useSignal } from "../ui/signal";

// Logs in, or makes a user where that is open or one was invited.
export function Login() {
  const { query } = usePlace();
  const how = useSignal(door);
  // Behind the #, so that no server, proxy or log sees it.
  const [invitation] = useState(() => new URLSearchParams(location.hash.slice(1)).get("invitation") ?? "");
  const mayRegister = how?.registration === "open" ||
    (how?.registration === "invitation" && invitation !== "");
  const registers = mayRegister && (query.get("new") !== null || invitation !== "");
  const [name, setName] = useState("");
  const [mail, setMail] = useState("");
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  useTitle(registers ? t.entry.register : t.entry.login);
  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      await enter(registers
        ? await send<Session>("POST", "registrations", { name, password, mail,
          language: language(), invitation,
          time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone })
        : await send<Session>("POST", "session", { name, password }));
    } catch (trouble) {
      setError((trouble as Error).message);
    }
    setBusy(false);
  };
  return (
    <main class="entry">
      <form class="form" onSubmit={submit}>
        <h1 class="brand"><Mark size={32} />Curlew</h1>
        {how && how.rights !== "none" && <p class="invite" role="status">{t.entry.ended}</p>}
        {how?.claimable && <p class="invite">{t.entry.claimable}</p>}
        <Field label={t.entry.name} value={name} onInput={setName} autocomplete="username"
          required autofocus />
        {registers && (
          <Field label={t.entry.mail} value={mail} onInput={setMail} type="email"
            autocomplete="email" hint={t.entry.mailHint} />
        )}
        <Field label={t.entry.password} value={password} onInput={setPassword} type="password"
          autocomplete={registers ? "new-password" : "current-password"} required error={error} />
        <Button kind="main" submit busy={busy}>{registers ? t.entry.register : t.entry.login}</Button>
        {mayRegister && !registers && <a href={withQuery({ new: 1 })}>{t.entry.register}</a>}
      </form>
    </main>
  );
}
