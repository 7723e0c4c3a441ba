// Which view an address is.
import { useResource } from "../api/resource";
import type { List, Page as Rows } from "../api/types";
import { Articles } from "../articles/articles";
import { Clips } from "../clips/clips";
import { Delay } from "../delay/delay";
import { t } from "../i18n/text";
import { Operation } from "../operation/operation";
import { Problems } from "../problems/problems";
import { Settings } from "../settings/settings";
import { Source } from "../source/source";
import { Sources } from "../sources/sources";
import { Topic } from "../topics/topic";
import { Topics } from "../topics/topics";
import { Page } from "../ui/page";
import { Empty } from "../ui/states";
import { Versions } from "../versions/versions";
import { More } from "./more";
import { usePlace } from "./place";

// Clips is home; until there is a list, articles are, which invite to make one.
function Home() {
  const lists = useResource<Rows<List>>("lists").data;
  return lists && lists.items.length === 0 ? <Articles /> : <Clips />;
}

export function View() {
  const { path } = usePlace();
  const [, first = "", second = "", third = ""] = path.split("/");
  const id = /^\d+$/.test(second) ? Number(second) : null;
  switch (first) {
    case "":
      return <Home />;
    case "clips":
      return <Clips />;
    case "articles":
      return <Articles />;
    case "sources":
      if (id === null) return <Sources />;
      return third === "versions" ? <Versions key={id} id={id} /> : <Source key={id} id={id} />;
    case "problems":
      return <Problems />;
    case "topics":
      return id === null ? <Topics /> : <Topic key={id} id={id} />;
    case "delay":
      return <Delay />;
    case "operation":
      return <Operation />;
    case "settings":
      return <Settings part={second} />;
    case "more":
      return <More />;
    default:
      return (
        <Page title="Curlew">
          <Empty title={t.notFound}><a href="/clips">{t.nav.clips}</a></Empty>
        </Page>
      );
  }
}
