// Where it begins: who is here, which view is asked for, the frame around it.
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { whenBack } from "../api/reach";
import { Login } from "../entry/login";
import { Welcome } from "../entry/welcome";
import { languageSignal } from "../i18n/text";
import { Away } from "../ui/away";
import { listenForKeys, useKeys } from "../ui/keys";
import { applyLook, followSystemLook } from "../ui/look";
import { useSignal } from "../ui/signal";
import { Failed } from "../ui/states";
import { Toasts, undoLast } from "../ui/toast";
import { Help } from "./help";
import { followLinks, go, usePlace } from "./place";
import { Bar, Rail } from "./rail";
import { View } from "./views";
import { findSession, session } from "./session";

function Frame() {
  const [helps, setHelps] = useState(false);
  useKeys({
    "?": () => setHelps(true),
    "z": undoLast,
    "a": () => go("/sources?add=1"),
    "g c": () => go("/clips"),
    "g a": () => go("/articles"),
    "g s": () => go("/sources"),
    "g p": () => go("/problems"),
    "g t": () => go("/topics"),
    "g d": () => go("/delay"),
    "g o": () => go("/operation"),
    "g ,": () => go("/settings"),
  });
  return (
    <div class="frame">
      <Rail />
      <View />
      <Bar />
      {helps && <Help onClose={() => setHelps(false)} />}
    </div>
  );
}

function App() {
  const speaks = useSignal(languageSignal);
  const mine = useSignal(session);
  const { path, query } = usePlace();
  const [error, setError] = useState<unknown>();
  const find = () => {
    setError(undefined);
    findSession().catch(setError);
  };
  useEffect(find, []);
  useEffect(() => whenBack(() => session.value === undefined && find()), []);
  useEffect(() => {
    if (mine === null && !/^\/(login|welcome)/.test(path)) {
      const next = path === "/" ? "" : `?next=${encodeURIComponent(path + location.search)}`;
      go(`/login${next}`, "replace");
    }
    if (mine && path === "/login") go(safeNext(query.get("next")), "replace");
  }, [mine, path]);
  if (error) return <Failed error={error} again={find} />;
  let view = null;
  if (path.startsWith("/welcome")) view = <Welcome />;
  else if (mine) view = <Frame />;
  else if (mine === null) view = <Login />;
  return <div key={speaks} class="app">{view}<Toasts><Away /></Toasts></div>;
}

// Only an address of ours: a link to the log-in must lead nobody elsewhere.
const safeNext = (next: string | null) => (next && /^\/(?![/\\])/.test(next) ? next : "/clips");

applyLook();
followSystemLook();
followLinks();
listenForKeys();
render(<App />, document.getElementById("app") as HTMLElement);
