import { useState } from "preact/hooks";
import { send } from "../api/client";
import { useResource } from "../api/resource";
import type { AppPassword, NewAppPassword, Page } from "../api/types";
import { t } from "../i18n/text";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { Failed, Skeleton } from "../ui/states";
import { complain, say } from "../ui/toast";
import { When } from "../ui/when";
import { Secret } from "./tokens";

// Passwords that reader apps get instead of one's own.
export function AppPasswords() {
  const apps = useResource<Page<AppPassword>>("me/app-passwords");
  const [name, setName] = useState("");
  const [made, setMade] = useState<NewAppPassword | null>(null);
  const run = async (work: () => Promise<unknown>) => {
    try {
      await work();
      apps.reload();
    } catch (error) {
      complain((error as Error).message);
    }
  };
  const make = (event: Event) => {
    event.preventDefault();
    void run(async () => {
      setMade(await send<NewAppPassword>("POST", "me/app-passwords", { name }));
      setName("");
    });
  };
  const revoke = (id: number) => void run(async () => {
    await send("DELETE", `me/app-passwords/${id}`);
    say(t.settings.revoked);
  });
  return (
    <div class="form padded narrow">
      <h2>{t.settings.apps}</h2>
      <p class="quiet">{t.settings.appsText}</p>
      <form class="form" onSubmit={make}>
        <div class="row">
          <Field label={t.settings.appName} value={name} onInput={setName} required />
          <Button kind="main" submit disabled={!name}>{t.settings.makeApp}</Button>
        </div>
      </form>
      {made && <div><p>{t.settings.once}</p><Secret text={made.password} /></div>}
      {!apps.data ? (apps.error ? <Failed error={apps.error} /> : <Skeleton rows={1} kind="row" />)
        : apps.data.items.length === 0 ? <p class="quiet">{t.settings.noApps}</p> : (
          <ul class="rows">{apps.data.items.map((each) => (
            <li key={each.id}>
              <strong>{each.name}</strong>
              <span class="quiet small rest">{t.settings.lastUsed} <When at={each.last_used} /></span>
              <Button kind="danger" onClick={() => revoke(each.id)}>{t.settings.revoke}</Button>
            </li>))}</ul>
        )}
    </div>
  );
}
