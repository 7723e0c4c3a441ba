// The one-time link that was printed at the first start: its token is after the #, so
// that no server, proxy or log sees it.
import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError, send } from "../api/client";
import type { Session } from "../api/types";
import { go } from "../app/place";
import { enter } from "../app/session";
import { language, t } from "../i18n/text";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { Mark } from "../ui/icons";
import { useTitle } from "../ui/page";

export function Welcome() {
  const token = useRef(decodeURIComponent(location.hash.slice(1)));
  const [asks, setAsks] = useState(false);
  const [name, setName] = useState("admin");
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  useTitle(t.entry.welcome);
  const claim = async (body: { name?: string; password?: string }) => {
    setBusy(true);
    setError(null);
    try {
      await enter(await send<Session>("POST", "session/claim", { token: token.current, ...body }));
      // Mail comes in the words and at the hours of who begins; what fails can be chosen later.
      if (body.name) {
        await send("PATCH", "me", { language: language(), time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone }).catch(() => null);
      }
      go("/clips", "replace");
    } catch (trouble) {
      if (trouble instanceof ApiError && trouble.status === 422 && !asks) setAsks(true);
      else setError((trouble as Error).message);
    }
    setBusy(false);
  };
  useEffect(() => {
    // Not in the history of the browser either.
    history.replaceState(null, "", "/welcome");
    if (token.current) void claim({});
    else setError(t.entry.noToken);
  }, []);
  return (
    <main class="entry">
      <form class="form" onSubmit={(event) => (event.preventDefault(), void claim({ name, password }))}>
        <h1 class="brand"><Mark size={32} />{t.entry.welcome}</h1>
        {asks ? (
          <>
            <p class="quiet">{t.entry.welcomeText}</p>
            <Field label={t.entry.name} value={name} onInput={setName} autocomplete="username" required />
            <Field label={t.entry.password} value={password} onInput={setPassword} type="password"
              autocomplete="new-password" required error={error} hint={t.entry.passwordHint} />
            <Button kind="main" submit busy={busy}>{t.entry.begin}</Button>
          </>
        ) : error ? (
          <>
            <p role="alert">{error}</p>
            <p class="quiet">{t.entry.usedHint}</p>
            <a href="/login">{t.entry.login}</a>
          </>
        ) : <p class="quiet" role="status">{t.loading}</p>}
      </form>
    </main>
  );
}
