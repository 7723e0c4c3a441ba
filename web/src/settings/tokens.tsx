// Keys for programs: tokens for the API, and passwords for reader apps.
import { useState } from "preact/hooks";
import { send } from "../api/client";
import { useResource } from "../api/resource";
import type { AppPassword, NewAppPassword, NewToken, Page, Scope, Token } from "../api/types";
import { session } from "../app/session";
import { t } from "../i18n/text";
import { Button } from "../ui/button";
import { Confirm } from "../ui/confirm";
import { useDraft } from "../ui/draft";
import { Field, Select } from "../ui/field";
import { useSignal } from "../ui/signal";
import { Failed, Skeleton } from "../ui/states";
import { complain, say } from "../ui/toast";
import { When } from "../ui/when";

export function Secret({ text }: { text: string }) {
  return (
    <div class="secret" role="status">
      <code>{text}</code>
      <Button onClick={() => void navigator.clipboard?.writeText(text).then(() => say(t.settings.copied))}>{t.settings.copy}</Button>
    </div>
  );
}

export function Tokens() {
  return (
    <>
      <ApiTokens />
      <AppPasswords />
    </>
  );
}

type Key = AppPassword & { scopes?: readonly Scope[] };

// What was made, when it was used, and the way to revoke it.
function Keys({ keys, error, none, onRevoke }: {
  keys: readonly Key[] | undefined; error: unknown; none: string; onRevoke: (id: number) => void;
}) {
  const [asked, setAsked] = useState<Key | null>(null);
  if (!keys) return error ? <Failed error={error} /> : <Skeleton rows={2} kind="row" />;
  if (keys.length === 0) return <p class="quiet">{none}</p>;
  return (
    <>
      <ul class="rows">{keys.map((each) => (
        <li key={each.id}>
          <strong>{each.name}</strong>{each.scopes && <span class="quiet small">{each.scopes.join(", ")}</span>}
          <span class="quiet small rest">{each.last_used && <>{t.settings.lastUsed} <When ago at={each.last_used} /></>}</span>
          <Button kind="danger" onClick={() => setAsked(each)}>{t.settings.revoke}</Button>
        </li>))}</ul>
      {asked && <Confirm onClose={() => setAsked(null)} question={{ title: t.settings.revokeKey(asked.name),
        text: t.settings.revokeText, act: t.settings.revoke, run: () => onRevoke(asked.id) }} />}
    </>
  );
}

function AppPasswords() {
  const passwords = useResource<Page<AppPassword>>("me/app-passwords");
  const user = useSignal(session)?.user?.name ?? "";
  const [name, setName] = useDraft("app password", "");
  const [made, setMade] = useState<NewAppPassword | null>(null);
  const make = async (event: Event) => {
    event.preventDefault();
    try {
      setMade(await send<NewAppPassword>("POST", "me/app-passwords", { name }));
      setName("");
      passwords.reload();
    } catch (error) {
      complain((error as Error).message);
    }
  };
  return (
    <section class="form padded narrow">
      <h2>{t.settings.apps}</h2>
      <p class="quiet">{t.settings.appsText(location.origin, user)}</p>
      <form class="form" onSubmit={make}>
        <div class="row">
          <Field label={t.settings.appName} value={name} onInput={setName} required />
          <Button kind="main" submit disabled={!name}>{t.settings.makePassword}</Button>
        </div>
      </form>
      {made && <div><p>{t.settings.once}</p><Secret text={made.password} /></div>}
      <Keys keys={passwords.data?.items} error={passwords.error} none={t.settings.noApps}
        onRevoke={(id) => void revoke(`me/app-passwords/${id}`, passwords.reload)} />
    </section>
  );
}

async function revoke(path: string, reload: () => void): Promise<void> {
  try {
    await send("DELETE", path);
    reload();
    say(t.settings.revoked);
  } catch (error) {
    complain((error as Error).message);
  }
}

function ApiTokens() {
  const tokens = useResource<Page<Token>>("me/tokens");
  const [name, setName] = useDraft("token", "");
  const [scope, setScope] = useState<Scope>("read");
  const [made, setMade] = useState<NewToken | null>(null);
  const make = async (event: Event) => {
    event.preventDefault();
    try {
      // write is of little use without read.
      setMade(await send<NewToken>("POST", "me/tokens", { name,
        scopes: scope === "write" ? ["read", "write"] : scope === "admin" ? ["read", "write", "admin"] : [scope] }));
      setName("");
      tokens.reload();
    } catch (error) {
      complain((error as Error).message);
    }
  };
  return (
    <section class="form padded narrow">
      <h2>{t.settings.tokens}</h2>
      <p class="quiet">{t.settings.tokensText}</p>
      <form class="form" onSubmit={make}>
        <div class="row">
          <Field label={t.settings.tokenName} value={name} onInput={setName} required />
          <Select label={t.settings.scope} value={scope} onChange={(next) => setScope(next as Scope)}
            choices={Object.entries(t.settings.scopes).map(([value, text]) => ({ value, text }))} />
          <Button kind="main" submit disabled={!name}>{t.settings.makeToken}</Button>
        </div>
      </form>
      {made && <div><p>{t.settings.once}</p><Secret text={made.token} /></div>}
      <Keys keys={tokens.data?.items} error={tokens.error} none={t.settings.noTokens}
        onRevoke={(id) => void revoke(`me/tokens/${id}`, tokens.reload)} />
    </section>
  );
}
