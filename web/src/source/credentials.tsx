// How we log in to a source: what it has, whether its server took it, and another in its place.
// What is secret is never sent to the page: it is shown masked, and typed blindly.
import { useState } from "preact/hooks";
import type { SourceDetail, SourceEdit } from "../api/types";
import { t } from "../i18n/text";
import { Check, Field, Select } from "../ui/field";
import { When } from "../ui/when";
import { LoginFields } from "./login_fields";

// All of it goes; what is typed goes in its place, of whatever kind that is.
const none: SourceEdit = { user: "", bearer: "", headers: {} };
const kinds = ["user", "bearer", "header"] as const;
type Kind = (typeof kinds)[number];

export function Credentials({ source, onEdit }: {
  source: SourceDetail;
  // What is typed; null: as it is.
  onEdit: (edit: SourceEdit | null) => void;
}) {
  const { user, bearer, headers } = source.request;
  const names = Object.keys(headers);
  const all = [user, bearer, ...names.map((each) => `${each}: ${headers[each]}`)].filter(Boolean);
  const has = all.length > 0;
  const [kind, setKind] = useState<Kind>(bearer ? "bearer" : names.length ? "header" : "user");
  const [gone, setGone] = useState(false);
  const [name, setName] = useState(names[0] ?? "Cookie");
  const [secret, setSecret] = useState("");
  const put = (value: string, header = name) => {
    setSecret(value);
    if (value === "") onEdit(null);
    else onEdit({ ...none, ...(kind === "bearer" ? { bearer: value } : { headers: { [header]: value } }) });
  };
  const choose = (next: Kind) => {
    setKind(next);
    setSecret("");
    onEdit(null);
  };
  return (
    <fieldset class="credentials">
      <legend>{t.source.login}</legend>
      <p class="quiet small">
        {has ? all.join(" · ") : t.source.noLogin}
      </p>
      {source.login.fate !== "none" && (
        <p class={source.login.fate === "refused" ? "failing small" : "small"}>
          {t.source.loginFates[source.login.fate]}{source.login.at && <> <When ago at={source.login.at} /></>}
        </p>)}
      {has && <Check label={t.source.takeLogin} checked={gone}
        onChange={(is) => (setGone(is), setSecret(""), onEdit(is ? none : null))} />}
      {!gone && (
        <>
          <Select label={t.source.loginBy} value={kind} onChange={(value) => choose(value as Kind)}
            choices={kinds.map((value) => ({ value, text: t.source.loginKinds[value] }))} />
          {kind === "user" ? <LoginFields onInput={(typed) => onEdit(typed === null ? null : { ...none, user: typed })} />
            : (
              <div class="row">
                {kind === "header" && <Field label={t.source.headerName} value={name} mono autocomplete="off"
                  onInput={(next) => (setName(next), put(secret, next))} />}
                <Field label={kind === "header" ? t.source.headerValue : t.source.token} value={secret} type="password"
                  autocomplete="new-password" onInput={(value) => put(value)} />
              </div>)}
          {all.length > 1 && <p class="small">{t.source.replacesAll}</p>}
          <p class="quiet small">{t.source.loginHint}</p>
        </>
      )}
    </fieldset>
  );
}
