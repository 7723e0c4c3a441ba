// The rest of the rail, as a page for phones.
import { t } from "../i18n/text";
import { Icon, type IconName } from "../ui/icons";
import { Page } from "../ui/page";
import { count } from "../ui/when";
import { useCounts } from "./rail";
import { isAdmin } from "./session";

export function More() {
  const { problems } = useCounts();
  const links: [string, IconName, string, number?][] = [
    ["/problems", "problems", t.nav.problems, problems],
    ["/topics", "topics", t.nav.topics],
    ["/delay", "delay", t.nav.delay],
    ...(isAdmin() ? [["/operation", "operation", t.nav.operation] as [string, IconName, string]] : []),
    ["/settings", "settings", t.nav.settings],
  ];
  return (
    <Page title="Curlew">
      <ul class="menu-list">
        {links.map(([href, icon, text, number]) => (
          <li key={href}>
            <a class="rail-link" href={href}>
              <Icon name={icon} /><span class="label">{text}</span>
              {number ? <span class="count failing">{count(number)}</span> : null}
              <Icon name="next" size={16} />
            </a>
          </li>
        ))}
      </ul>
    </Page>
  );
}
